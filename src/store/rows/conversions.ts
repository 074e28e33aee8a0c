import type { JsonValue } from '../../base/json.ts';
import { parseTimestamp } from '../../base/run-id.ts';

/** The content of a cell. Integers in columns are always below 2^53. */
export type Cell = string | number | null;

/**
 * Converts a JSON value to a cell and back. Conversions may be lossy: a value that `fromCell` does not restore is also
 * stored in `extra`, and the cell then only shows the closest possible value.
 */
interface Conversion {
  /** `isPlain` guarantees that no string of the record contains NUL or a lone surrogate. */
  toCell(value: JsonValue, isPlain: boolean): Cell;
  fromCell(cell: Cell): JsonValue;
}

/** The numeric codes of states (archive format 2.9 and 2.11). */
const REVIEW_STATES = new Map([
  [1, 'commented'],
  [30, 'changes_requested'],
  [40, 'approved'],
]);
const REVIEW_COMMENT_STATES = new Map([[1, 'submitted']]);

export const CONVERSIONS = {
  text: { toCell: textCell, fromCell: (cell) => cell },
  timestamp: {
    toCell: (value) => (typeof value === 'string' ? normaliseTimestamp(value) : null),
    fromCell: (cell) => cell,
  },
  flag: {
    toCell: (value) => (typeof value === 'boolean' ? Number(value) : null),
    fromCell: (cell) => (cell === null ? null : cell === 1),
  },
  integer: {
    toCell: (value) => (Number.isSafeInteger(value) ? Number(value) : null),
    fromCell: (cell) => cell,
  },
  reviewState: codes(REVIEW_STATES),
  reviewCommentState: codes(REVIEW_COMMENT_STATES),
} as const satisfies Record<string, Conversion>;

export type ConversionName = keyof typeof CONVERSIONS;

function textCell(value: JsonValue, isPlain: boolean): Cell {
  if (typeof value !== 'string') {
    return null;
  }
  return isPlain ? value : storableText(value);
}

/** Replaces what SQLite cannot store or handle, lone surrogates and NUL, by U+FFFD. */
export function storableText(value: string): string {
  return Buffer.from(value).toString().replaceAll('\0', '\uFFFD');
}

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;

/** A zero in this pattern matches any digit. */
const UTC_SECONDS = '0000-00-00T00:00:00Z';
const OTHER_SHAPES = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)? ?(Z|UTC|([+-]\d\d):?(\d\d)(?: UTC)?)$/i;

/**
 * Normalizes a time to UTC with seconds, or milliseconds if it has a fraction. Archives contain four formats (archive
 * format, trap 9), and other programs name UTC; null for anything else.
 */
export function normaliseTimestamp(text: string): string | null {
  if (isInUtcSeconds(text)) {
    return text;
  }
  const match = OTHER_SHAPES.exec(text);
  if (match === null) {
    return null;
  }
  const [, date = '', time = '', fraction = '', , hours, minutes] = match;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const timeMs = parseTimestamp(`${date}T${time}${fraction}${offset}`);
  return Number.isNaN(timeMs) ? null : formatTimestamp(timeMs);
}

/** Nearly all times have this format, and a regular expression takes twice as long to check it. */
function isInUtcSeconds(text: string): boolean {
  if (text.length !== UTC_SECONDS.length) {
    return false;
  }
  for (let index = 0; index < UTC_SECONDS.length; index += 1) {
    const code = text.charCodeAt(index);
    const expected = UTC_SECONDS.charCodeAt(index);
    if (expected === DIGIT_ZERO ? code < DIGIT_ZERO || code > DIGIT_NINE : code !== expected) {
      return false;
    }
  }
  return true;
}

/** Formats milliseconds since the epoch as in the columns of a store. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}

/** Converts numeric codes to words; the cell of an unknown code is null. */
function codes(words: ReadonlyMap<number, string>): Conversion {
  const numbers = new Map([...words].map(([code, word]) => [word, code]));
  return {
    toCell: (value) => (typeof value === 'number' ? (words.get(value) ?? null) : null),
    fromCell: (cell) => (typeof cell === 'string' ? (numbers.get(cell) ?? null) : null),
  };
}
