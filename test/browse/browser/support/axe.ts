import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of which a change of colours alone can change the answer. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong with a page, as sentences. Its source goes in by the debugger, which no policy of the page holds
 * back; the page's own policy stays as it is. `colours` asks only for what depends on the style sheet's colours.
 */
export async function axeViolations(
  page: Page,
  wish: 'everything' | 'colours' = 'everything',
): Promise<readonly string[]> {
  const isThere = await page.evaluate("typeof axe === 'object'");
  if (isThere !== true) {
    await page.evaluate(SOURCE);
  }
  const runOnly = wish === 'colours' ? { runOnly: COLOUR_RULES } : {};
  const options = JSON.stringify({ resultTypes: ['violations'], ...runOnly });
  const results = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        ({ html, failureSummary }) =>
          `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ')}`,
      ),
  );
}
