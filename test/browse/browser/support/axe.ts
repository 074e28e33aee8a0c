import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds on a page, as sentences. Its source is injected through the debugger, which bypasses
 * the page's content security policy without changing it.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (isThere !== true) {
    await page.evaluate(SOURCE);
  }
  const results = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ')}`,
      ),
  );
}
