import { typedLogin } from '../../model/accounts.ts';
import { isStoredRepositoryName } from '../../model/repository-name.ts';
import { type QualifierName, qualifierRow, type ValueForm } from '../qualifiers.table.ts';
import type { FilterValue } from '../search-query.ts';
import { readTimeSpan, TIME_WORDS, type TimeSpan } from './read-time.ts';
import { MistakeError, type Span, wrongWord } from './search-mistake.ts';

/** What the values of a search depend on. */
export interface ValueContext {
  /** The current time, for terms such as `last week`. */
  readonly nowMs: number;
  /** The words of qualifiers that are offered in place of those of their rows, and may be others. */
  readonly words?: Partial<Record<QualifierName, readonly string[]>>;
}

interface Place extends ValueContext {
  readonly item: Span;
  readonly name: QualifierName;
}

/** Parses the value of a qualifier in the format of its row. Throws a `MistakeError`. */
export function readValue(name: QualifierName, items: readonly Span[], context: ValueContext): FilterValue {
  const { form } = qualifierRow(name);
  const [first = { text: '', start: 0 }] = items;
  switch (form) {
    case 'times':
      return readTimes({ ...context, item: first, name });
    case 'counts':
      return readCounts({ ...context, item: first, name });
    default:
      return { form: 'texts', texts: items.map((item) => TEXT_READERS[form]({ ...context, item, name })) };
  }
}

/** GitLab and Bitbucket allow dots; old accounts of the service end with a hyphen. */
const LOGIN = /^\.?\w[\w.-]*(?:\[bot\])?$/;

const TEXT_READERS = {
  choice: readChoice,
  choices: readChoice,
  login: readLogin,
  owner: readOwner,
  team(place) {
    return readPattern(
      place,
      /^@?([\w.-]+\/[\w.-]+)$/,
      'is not a team, which is an organization and a name, as in',
    );
  },
  repository(place) {
    const { text } = place.item;
    const value = isStoredRepositoryName(text) ? text : undefined;
    return requireValue(place, value, 'is not a repository, which is an owner and a name, as in');
  },
  number(place) {
    return readPattern(place, /^([1-9]\d{0,14})$/, 'is not the number of a snapshot, as in');
  },
  text: readText,
  texts: readText,
} as const satisfies Record<Exclude<ValueForm, 'times' | 'counts'>, (place: Place) => string>;

function readChoice({ item, name, words }: Place): string {
  const { choices = [] } = qualifierRow(name);
  const offered = words?.[name] ?? choices;
  const word = item.text.toLowerCase();
  if (!choices.includes(word) && !offered.includes(word)) {
    const shown = name === 'sort' ? offered.filter((choice) => !/-(?:asc|desc)$/.test(choice)) : offered;
    throw wrongWord(item, `is not a value of ${name}:, which takes ${shown.join(', ')}`, offered);
  }
  return word;
}

function readLogin({ item, name }: Place): string {
  const login = typedLogin(item.text);
  if (/^@me$/i.test(item.text)) {
    throw new MistakeError(item, 'cannot be used here: a store has no signed-in user');
  }
  if (!LOGIN.test(login)) {
    throw new MistakeError(item, `is not a login, as in ${qualifierRow(name).example}`);
  }
  return login;
}

function readOwner(place: Place): string {
  return readPattern(place, /^@?([\w.~-]+)$/, 'is not a login, as in');
}

function readPattern(place: Place, pattern: RegExp, reason: string): string {
  return requireValue(place, pattern.exec(place.item.text)?.[1], reason);
}

function requireValue({ item, name }: Place, value: string | undefined, reason: string): string {
  if (value === undefined) {
    throw new MistakeError(item, `${reason} ${qualifierRow(name).example}`);
  }
  return value;
}

function readText({ item, name }: Place): string {
  const text = item.text.trim();
  if (text === '') {
    throw new MistakeError(
      { ...item, text: ',' },
      `needs a value on both sides, as in ${qualifierRow(name).example}`,
    );
  }
  return text;
}

const COMPARISON = /^(>=|<=|>|<)(.*)$/s;
const RANGE = /^(.*?)\.\.(.*)$/s;

function readTimes(place: Place): FilterValue {
  const { text, start } = place.item;
  const compared = COMPARISON.exec(text);
  if (compared !== null) {
    const [, sign = '', rest = ''] = compared;
    const { fromMs, beforeMs } = readSpan({ ...place, item: { text: rest, start: start + sign.length } });
    const edgeMs = sign === '>' || sign === '<=' ? beforeMs : fromMs;
    return sign.startsWith('>') ? times(edgeMs, undefined) : times(undefined, edgeMs);
  }
  const range = RANGE.exec(text);
  if (range === null) {
    const { fromMs, beforeMs } = readSpan(place);
    return times(fromMs, beforeMs);
  }
  const [, low = '', high = ''] = range;
  const from = low === '*' ? undefined : readSpan({ ...place, item: { text: low, start } });
  const highItem = { text: high, start: start + low.length + 2 };
  const to = high === '*' ? undefined : readSpan({ ...place, item: highItem });
  if (from !== undefined && to !== undefined && from.fromMs >= to.beforeMs) {
    throw new MistakeError(place.item, 'ends before it begins');
  }
  return times(from?.fromMs, to?.beforeMs);
}

function readSpan({ item, name, nowMs }: Place): TimeSpan {
  const span = readTimeSpan(item.text, nowMs);
  if (span === undefined) {
    throw wrongWord(item, `is not a date or time, as in ${qualifierRow(name).example}`, TIME_WORDS);
  }
  return span;
}

function times(fromMs: number | undefined, beforeMs: number | undefined): FilterValue {
  return { form: 'times', from: storedTime(fromMs), before: storedTime(beforeMs) };
}

/** A time as in the store, but without the Z: it sorts before the same second with and without a fraction. */
function storedTime(timeMs: number | undefined): string | undefined {
  if (timeMs === undefined) {
    return;
  }
  const earliest = -62_167_219_200_000; // The first and last second of years with four digits.
  const latest = 253_402_300_799_000;
  const text = new Date(Math.min(latest, Math.max(earliest, timeMs))).toISOString();
  return text.replace(/(?:\.000)?Z$/, '');
}

function readCounts({ item, name }: Place): FilterValue {
  const match = /^(>=|<=|>|<)?(\d{1,15})$/.exec(item.text);
  if (match !== null) {
    const count = Number(match[2]);
    return { form: 'counts', ...COUNTS_OF_SIGN[(match[1] ?? '') as keyof typeof COUNTS_OF_SIGN](count) }; // One of the alternatives.
  }
  const range = /^(\*|\d{1,15})\.\.(\*|\d{1,15})$/.exec(item.text);
  if (range === null) {
    throw new MistakeError(item, `is not a number or range, as in ${qualifierRow(name).example}`);
  }
  const min = range[1] === '*' ? 0 : Number(range[1]);
  const max = range[2] === '*' ? Number.MAX_SAFE_INTEGER : Number(range[2]);
  if (min > max) {
    throw new MistakeError(item, 'ends before it begins');
  }
  return { form: 'counts', min, max };
}

const COUNTS_OF_SIGN = {
  '': (count: number) => ({ min: count, max: count }),
  '>': (count: number) => ({ min: count + 1, max: Number.MAX_SAFE_INTEGER }),
  '>=': (count: number) => ({ min: count, max: Number.MAX_SAFE_INTEGER }),
  '<': (count: number) => ({ min: 0, max: count - 1 }),
  '<=': (count: number) => ({ min: 0, max: count }),
};
