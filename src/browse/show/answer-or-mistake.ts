import { html } from 'hono/html';
import { capitalized } from '../../base/text-ends.ts';
import { Failure } from '../../model/failure.ts';
import type { Markup } from '../frame.ts';
import { withQuery } from '../paths.ts';

/** An error in a query, for the person who wrote it. */
export type Mistake = Failure;

/** The codes of failures that the query causes. */
const MISTAKES: ReadonlySet<string> = new Set([
  'search-refused',
  'not-indexed',
  'query-refused',
  'query-stopped',
]);

/** Runs a query and returns its result, or the error in it: the page can then show both for correction. */
export async function answerOrMistake<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly mistake: Mistake }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error instanceof Failure && MISTAKES.has(error.code)) {
      return { mistake: error };
    }
    throw error;
  }
}

/** A message as a sentence: a question has its own mark. */
export function sentenceOf(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

/** A search, and the page that answers it. */
interface SearchPlace {
  readonly path: string;
  readonly search: string;
}

/** A part of a search that is wrong, and what was probably meant. */
interface Guess {
  readonly token: string;
  readonly suggestion: string;
  /** Where it begins, from 0; where it is first if that is unknown. */
  readonly start?: number | undefined;
}

/** A message as a sentence, in which the word that was probably meant leads to the search with it. */
export function guessLinked(
  message: string,
  guess: Guess | undefined,
  { path, search }: SearchPlace,
): Markup | string {
  const { token = '', suggestion = '', start } = guess ?? {};
  const at = search.toLowerCase().indexOf(token.toLowerCase(), start);
  const end = message.lastIndexOf(`"${suggestion}"`);
  if (suggestion === '' || at < 0 || end < 0 || (start !== undefined && at !== start)) {
    return sentenceOf(capitalized(message));
  }
  const q = search.slice(0, at) + suggestion + search.slice(at + token.length);
  return html`${capitalized(message.slice(0, end))}<a href="${withQuery(path, { q })}">${suggestion}</a>${message.slice(end + suggestion.length + 2) || '.'}`;
}

/** Shows the error in a query; in that of a search with `place`, what was probably meant is a link. */
export function mistakeNote(mistake: Mistake | null, place?: SearchPlace): Markup | string {
  return mistake === null
    ? ''
    : html`<p><strong>${mistakeText(mistake, place)}</strong></p>${hintNote(mistake)}`;
}

function mistakeText(mistake: Mistake, place: SearchPlace | undefined): Markup | string {
  if (place === undefined || mistake.code !== 'search-refused') {
    return sentenceOf(mistake.message);
  }
  const { position, token, suggestion } = mistake.details;
  const isGuess = position !== undefined && token !== undefined && suggestion !== undefined;
  return guessLinked(
    mistake.message,
    isGuess ? { token, suggestion, start: position - 1 } : undefined,
    place,
  );
}

/** Names of calls, their arguments and constants, which hints for programs have. */
const OF_PROGRAMS = /\w\(|[a-z][A-Z]|[A-Z]_|"[a-z]+"/;

/** Messages about a statement that does not begin as it must. */
const OF_BEGINNINGS = /read-only|not allowed|allowed only|does not begin|no statement/;

/** What to do about messages that are not about what exists. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/: :\w+ (?:needs|must)/, ''],
  [/parameter/, 'A value that is written as :name in the statement gets a field.'],
  [/datatype mismatch/, 'LIMIT and OFFSET take whole numbers.'],
  [/more than one statement/, 'Run one statement at a time.'],
];

/** What a person at a page can do: nothing that takes a terminal or a program. */
export function hintNote({ code, hint, message }: Failure): Markup | string {
  if (code === 'search-refused') {
    return html`<p class="hint">How to write searches is in <a href="/-/help/search">Search syntax</a>.</p>`;
  }
  const guess = /^Did you mean "[^"]+"\?/.exec(hint)?.[0];
  if (code === 'query-refused') {
    const words = HINTS.find(([pattern]) => pattern.test(message))?.[1];
    return words === undefined
      ? html`<p class="hint">${guess} ${OF_BEGINNINGS.test(message) ? 'A statement begins with SELECT, WITH, VALUES or EXPLAIN, and only reads. ' : ''}What exists is in <a href="/-/schema">Tables and columns</a>.</p>`
      : words === ''
        ? ''
        : html`<p class="hint">${words}</p>`;
  }
  return hint === '' || OF_PROGRAMS.test(hint) ? '' : html`<p class="hint">${sentenceOf(hint)}</p>`;
}
