import { nearestName, quoteText } from '../../base/index.ts';

/** What is wrong with a search, and where. */
export interface SearchMistake {
  /** The first character of the token, counted from 1 in UTF-16 units. */
  readonly position: number;
  /** The part of the search that cannot be read. */
  readonly token: string;
  /** What was found: a clause that follows the token. */
  readonly reason: string;
  /** The nearest valid word. */
  readonly suggestion: string | undefined;
}

/** A place in the text of a search. */
export interface Span {
  readonly text: string;
  /** Counted from 0. */
  readonly start: number;
}

/** Carries a mistake out of the parser; no one outside the language meets it. */
export class MistakeError extends Error {
  override readonly name = 'MistakeError';
  readonly mistake: SearchMistake;

  constructor({ text, start }: Span, reason: string, suggestion?: string) {
    super(reason);
    this.mistake = { position: start + 1, token: text, reason, suggestion };
  }
}

/** A word that is none of those which are valid here: perhaps misspelt, cut short or too long. */
export function wrongWord(span: Span, reason: string, valid: readonly string[]): MistakeError {
  const word = span.text.slice(0, MAX_COMPARED).toLowerCase();
  const related = valid.find((name) => word.length > 1 && (name.startsWith(word) || word.startsWith(name)));
  return new MistakeError(span, reason, nearestName(word, valid) ?? related);
}

/** Longer words are no misspelt qualifier, and comparing them takes time. */
const MAX_COMPARED = 64;

/** The mistake as the end of a sentence. */
export function describeMistake({ position, token, reason, suggestion }: SearchMistake): string {
  const found = token === '' ? 'an empty text' : quoteText(token);
  const place = `at character ${position}, ${found} ${reason}`;
  return suggestion === undefined ? place : `${place}; did you mean "${suggestion}"?`;
}
