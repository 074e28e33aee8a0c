import { nearestName } from '../../base/nearest-name.ts';
import { quoteTyped } from '../../base/terminal-text.ts';

export interface SearchMistake {
  /** The position of the token's first character, from 1, in UTF-16 units. */
  readonly position: number;
  /** The invalid part of the search. */
  readonly token: string;
  /** The reason, as a clause that follows the token. */
  readonly reason: string;
  /** The nearest valid word. */
  readonly suggestion: string | undefined;
}

export interface Span {
  readonly text: string;
  /** The index of its first character. */
  readonly start: number;
}

/** Thrown inside the parser only, which converts it to a result. */
export class MistakeError extends Error {
  override readonly name = 'MistakeError';
  readonly mistake: SearchMistake;

  constructor({ text, start }: Span, reason: string, suggestion?: string) {
    super(reason);
    this.mistake = { position: start + 1, token: text, reason, suggestion };
  }
}

/** An invalid word, which may be misspelled, too short or too long. */
export function wrongWord(span: Span, reason: string, valid: readonly string[]): MistakeError {
  const word = span.text.toLowerCase();
  const related = valid.find((name) => word.length > 1 && (name.startsWith(word) || word.startsWith(name)));
  return new MistakeError(span, reason, nearestName(word, valid) ?? related);
}

/** Describes the mistake as the end of a sentence. */
export function describeMistake({ position, token, reason, suggestion }: SearchMistake): string {
  const found = token === '' ? 'empty text' : quoteTyped(token);
  const place = `at character ${position}, ${found} ${reason}`;
  return suggestion === undefined ? place : `${place}; did you mean "${suggestion}"?`;
}
