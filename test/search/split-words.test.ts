import { expect, it } from 'vitest';
import { splitWords } from '../../src/search/split-words.ts';

const foldedWords = (text: string) => splitWords(text).map(({ folded }) => folded);

it('splitWords() gives folded words, and each CJK character as one', () => {
  expect(foldedWords('Café, 12 漢字x')).toEqual(['cafe', '12', '漢', '字', 'x']);
});

it.each([
  ['हिन्दी में', ['हनद', 'म']],
  ['שָׁלוֹם', ['שלום']],
  ['ที่นี่', ['ท', 'น']],
  ['ລາວ', ['ລ', 'າ', 'ວ']],
  ['Straße STRASSE', ['strasse', 'strasse']],
])('splitWords() gives the words of %s without marks', (text, words) => {
  expect(foldedWords(text)).toEqual(words);
  expect(splitWords(text).at(-1)?.end).toBe(text.length);
});

it('splitWords() reads runs of any length', () => {
  expect(splitWords('漢'.repeat(200_000))).toHaveLength(200_000);
  expect(foldedWords('é'.repeat(5_000_000)).join('')).toHaveLength(5_000_000);
});
