import { alternativesOf, type SearchScope, type SearchWords } from './search-query.ts';
import { isBeyondAscii, splitWords, type TextWord } from './split-words.ts';

export type SubjectTexts = Readonly<Record<'title' | 'body' | 'comment' | 'file', string | null>>;

const COLUMNS = ['title', 'body', 'comment', 'file'] as const;

export const COLUMN_OF_SCOPE = {
  title: 'title',
  body: 'body',
  comments: 'comment',
} as const satisfies Record<SearchScope, string>;

/** Creates a test for texts that contain the words in the columns of the scopes; its results equal the index's. */
export function wordsTest(
  asked: SearchWords,
  scopes: readonly SearchScope[],
): (texts: SubjectTexts | undefined) => boolean {
  const { isPrefix } = asked;
  const phrases = phrasesOf(asked);
  const columns = scopes.length === 0 ? COLUMNS : scopes.map((scope) => COLUMN_OF_SCOPE[scope]);
  const end = isPrefix ? '' : '(?![a-z0-9])';
  const ascii = phrases.filter((phrase) => !phrase.some(isBeyondAscii));
  const inAscii =
    ascii.length === 0
      ? undefined
      : new RegExp(
          `(?<![a-z0-9])(?:${ascii.map((phrase) => phrase.join('[^a-z0-9]+')).join('|')})${end}`,
          'i',
        );
  return (texts) =>
    columns.some((column) => {
      const found = texts?.[column] ?? '';
      if (found === '') {
        return false;
      }
      if (!isBeyondAscii(found)) {
        return inAscii?.test(found) === true;
      }
      const words = splitWords(found);
      return words.some((_, place) =>
        phrases.some((phrase) => isPhraseAt(words, place, { phrase, isPrefix })),
      );
    });
}

/** The words of each phrase that matches, as the index has them. */
export function phrasesOf(asked: SearchWords): readonly (readonly string[])[] {
  return alternativesOf(asked).map((text) => splitWords(text).map((word) => word.folded));
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
