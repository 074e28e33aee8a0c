import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with a page, as sentences. Its source goes in by the debugger, which no policy of the page holds
 * back; the page's own policy stays as it is.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(SOURCE);
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ')}`,
      ),
  );
}
