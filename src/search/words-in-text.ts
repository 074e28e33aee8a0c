import type { SearchScope, SearchWords } from './language/search-query.ts';
import { isBeyondAscii, splitWords, type TextWord } from './split-words.ts';

/** The texts of a record, as they are indexed. */
export type SubjectTexts = Readonly<Record<'title' | 'body' | 'comment' | 'file', string | null>>;

const COLUMNS = ['title', 'body', 'comment', 'file'] as const;

/** The column of the index for each scope. */
export const COLUMN_OF_SCOPE = {
  title: 'title',
  body: 'body',
  comments: 'comment',
} as const satisfies Record<SearchScope, string>;

/** Creates a test for texts that contain the words in the columns of the scopes; its results equal the index's. */
export function wordsTest(
  { text, isPrefix }: SearchWords,
  scopes: readonly SearchScope[],
): (texts: SubjectTexts | undefined) => boolean {
  const phrase = splitWords(text).map((word) => word.folded);
  const columns = scopes.length === 0 ? COLUMNS : scopes.map((scope) => COLUMN_OF_SCOPE[scope]);
  const end = isPrefix ? '' : '(?![a-z0-9])';
  const inAscii = phrase.some(isBeyondAscii)
    ? undefined
    : new RegExp(`(?<![a-z0-9])${phrase.join('[^a-z0-9]+')}${end}`);
  return (texts) =>
    columns.some((column) => {
      const found = texts?.[column] ?? '';
      if (found === '') {
        return false;
      }
      if (!isBeyondAscii(found)) {
        return inAscii?.test(found.toLowerCase()) === true;
      }
      const words = splitWords(found);
      return words.some((_, place) => isPhraseAt(words, place, { phrase, isPrefix }));
    });
}

interface Phrase {
  readonly phrase: readonly string[];
  readonly isPrefix: boolean;
}

export function isPhraseAt(words: readonly TextWord[], place: number, { phrase, isPrefix }: Phrase): boolean {
  return (
    phrase.length > 0 &&
    phrase.every((part, index) => {
      const word = words[place + index]?.folded ?? '';
      return isPrefix && index === phrase.length - 1 ? word.startsWith(part) : word === part;
    })
  );
}
