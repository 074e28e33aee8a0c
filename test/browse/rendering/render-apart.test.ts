import { expect, it, onTestFinished } from 'vitest';
import { renderApart } from '../../../src/browse/rendering/render-apart.ts';
import { openApp } from '../support/open-app.ts';

const REPO = 'yaryna-vitrolom/tidewatch';

/** Some grammars take quadratic time in the length of a word: this takes about 15 seconds. */
const ENDLESS = { code: `${'a'.repeat(1_900)}\n`.repeat(125), language: 'java' };

async function open(maxRenderMs: number) {
  const app = await openApp();
  const threads = renderApart({ path: app.store, maxRenderMs });
  onTestFinished(() => threads.close());
  return threads;
}

const text = (words: string) =>
  ({ kind: 'markdown', text: words, place: { repo: REPO, state: 'one' }, idPrefix: '' }) as const;

it('renders texts and code with the links of the store', async () => {
  const { render } = await open(60_000);
  expect(await render(text('see #3'), {})).toMatch(
    new RegExp(`<a class="cited [^>]* href="/${REPO}/issues/3">#3</a>`),
  );
  const [lines] =
    (await render({ kind: 'highlight', pieces: [{ code: 'const a = 1;\nx', language: 'ts' }] }, {})) ?? [];
  expect(lines).toEqual([expect.stringContaining('hljs-keyword'), 'x']);
});

it('stops what takes too long while other pages are rendered, and continues after it', async () => {
  const { render } = await open(4_000);
  await render(text('warm'), {});
  const endless = render({ kind: 'highlight', pieces: [ENDLESS] }, {});
  expect(await render(text('meanwhile'), {})).toContain('meanwhile');
  expect(await endless).toBeUndefined();
  expect(await render(text('afterwards'), {})).toContain('afterwards');
});

it('lets pages take turns', async () => {
  const { render } = await open(60_000);
  const order: string[] = [];
  const [long, short] = [{}, {}];
  const all = [
    ...Array.from({ length: 30 }, (_, index) =>
      render(text(`long ${index}`), long).then(() => order.push('long')),
    ),
    render(text('short'), short).then(() => order.push('short')),
  ];
  await Promise.all(all);
  // A second thread, which a busy machine starts slowly, may have taken it.
  expect(order.indexOf('short')).toBeLessThan(20);
});
