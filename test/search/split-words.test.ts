import { expect, it } from 'vitest';
import { splitWords } from '../../src/search/split-words.ts';

const foldedWords = (text: string) => splitWords(text).map(({ folded }) => folded);

it('splitWords() gives folded words, and each CJK character as one', () => {
  expect(foldedWords('Café, 12 漢字x')).toEqual(['cafe', '12', '漢', '字', 'x']);
});

it('splitWords() reads runs of any length', () => {
  expect(splitWords('漢'.repeat(200_000))).toHaveLength(200_000);
  expect(foldedWords('é'.repeat(5_000_000)).join('')).toHaveLength(5_000_000);
});
