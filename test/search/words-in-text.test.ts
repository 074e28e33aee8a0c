import { describe, expect, it } from 'vitest';
import { exactly } from '../../src/search/search-query.ts';
import { wordsTest } from '../../src/search/words-in-text.ts';

describe('wordsTest()', () => {
  const holds = (text: string, words: string, isPrefix = false) =>
    wordsTest(exactly(words, isPrefix), [])({ title: null, body: text, comment: null, file: null });

  it.each([
    ['the parser', 'parser', 'parser of'],
    ['日本語の名前', '名前', '名前の'],
    ['été parser', 'parser', 'parser of'],
  ])('finds in %j a phrase at its end, and none that ends behind it', (text, within, beyond) => {
    expect([holds(text, within), holds(text, beyond)]).toEqual([true, false]);
    expect([holds(text, within, true), holds(text, beyond, true)]).toEqual([true, false]);
  });

  it('finds words that continue only if that is asked', () => {
    for (const text of ['two parsers', 'deux parseurs, été']) {
      expect([holds(text, 'pars'), holds(text, 'pars', true)]).toEqual([false, true]);
    }
  });

  it('looks into the columns of the scopes alone', () => {
    const texts = { title: 'a needle', body: 'x', comment: 'é', file: null };
    const inScope = (scope: 'title' | 'body') => wordsTest(exactly('needle'), [scope])(texts);
    expect([inScope('title'), inScope('body')]).toEqual([true, false]);
    expect(wordsTest(exactly('needle'), [])(undefined)).toBe(false);
  });
});
