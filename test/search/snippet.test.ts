import { describe, expect, it } from 'vitest';
import { exactly } from '../../src/search/search-query.ts';
import { makeSnippet } from '../../src/search/snippet.ts';

describe('makeSnippet()', () => {
  it.each([
    ['short text', ['text'], 'short [text]'],
    ['An É accent', ['e'], 'An [É] accent'],
    ['call foo_bar now', ['foo_bar'], 'call [foo]_[bar] now'],
    ['日本語の名前', ['本語'], '日[本語]の名前'],
    ['nothing here', ['absent'], 'nothing here'],
    ['', ['a'], ''],
    ['!!!', ['a'], '!!!'],
    ['one two one', ['one', 'two'], '[one] [two] [one]'],
    [
      '<img src="x.png" alt="a b"> the **one** [link](https://x.example/one) `List<b>`',
      ['one'],
      ' the [one] link `List<b>`',
    ],
    ['see [words](https://x.example/only)', ['only'], 'see [words](https://x.example/[only])'],
  ])('shows %j with %j marked', (text, asked, shown) => {
    expect(show(text, asked)).toBe(shown);
  });

  it('marks words that continue', () => {
    const parts = makeSnippet('the parsers parse', [exactly('pars', true)]);
    expect(parts.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['parsers', 'parse']);
  });

  it.each(['日本語の名前', 'the parser'])('marks no phrase that ends behind the end of %j', (text) => {
    const asked = [exactly('名前 x', true), exactly('parser x', true)];
    expect(makeSnippet(text, asked).some(({ isHit }) => isHit)).toBe(false);
  });

  it('cuts long texts around the first hit', () => {
    const text = `${'before '.repeat(50)}needle${' after'.repeat(50)}`;
    const shown = show(text, ['needle']);
    expect(shown).toMatch(/^…(?:before ){6}\[needle\](?: after){17}…$/);
  });

  it('shows that a text goes on of which only the beginning is searched', () => {
    const start = `${'-'.repeat(199_990)} the needle`.slice(0, 200_000);
    expect(start.endsWith('needl')).toBe(true);
    expect(show(`one two ${start}`, ['two']).slice(-1)).toBe('…');
  });
});

function show(text: string, asked: readonly string[]): string {
  return makeSnippet(
    text,
    asked.map((words) => exactly(words)),
  )
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');
}
