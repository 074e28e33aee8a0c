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
    : html`<p class="bad"><span aria-hidden="true">⚠</span> <strong>${mistakeText(mistake, place)}</strong></p>${placeNote(mistake, place)}${hintNote(mistake, place)}`;
}

/** Names that SQLite says of what it does not understand. */
const NAMED_TOKEN = /near "([^"]+)"|no such (?:column|table|function): (?:\w+\.)*(\w+)/;

/** Where the statement has what a message names; undefined unless it is there once. */
function tokenIn({ code, message }: Mistake, search: string): Guess | undefined {
  const [, near, missing] = NAMED_TOKEN.exec(message) ?? [];
  const token = (code === 'query-refused' ? (near ?? missing) : undefined) ?? '';
  const pattern = new RegExp(`(?<!\\w)${token.replace(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'gi');
  const found = token === '' ? [] : [...search.matchAll(pattern)];
  const [first] = found;
  return first === undefined || found.length > 1
    ? undefined
    : { token: first[0], suggestion: '', start: first.index };
}

/** The line of a statement with the part that is wrong. */
function placeNote(mistake: Mistake, place: SearchPlace | undefined): Markup | string {
  const { token = '', start = 0 } = (place && tokenIn(mistake, place.search)) ?? {};
  if (place === undefined || token === '') {
    return '';
  }
  const before = place.search.slice(0, start).split('\n');
  const [after] = place.search.slice(start + token.length).split('\n');
  return html`<p>Line ${before.length}: <code>${before.at(-1)?.slice(-MAX_AROUND)}<mark>${token}</mark>${after?.slice(0, MAX_AROUND)}</code></p>`;
}

/** The characters of a line before and after what is wrong. */
const MAX_AROUND = 60;

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
export function hintNote(failure: Failure, place?: SearchPlace): Markup | string {
  const { code, hint, message } = failure;
  if (code === 'search-refused') {
    return html`<p class="hint">How to write searches is in <a href="/-/help/search">Search syntax</a>.</p>`;
  }
  const [said = '', suggestion = ''] = /^Did you mean "([^"]+)"\?/.exec(hint) ?? [];
  const token = place && tokenIn(failure, place.search);
  const guess = place && token ? guessLinked(said, { ...token, suggestion }, place) : said;
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
