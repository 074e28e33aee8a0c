import type { JsonValue } from '../../base/index.ts';

/** What a column holds. Whole numbers in columns are always below 2^53. */
export type Cell = string | number | null;

/**
 * How a JSON value becomes a cell and back. Nothing needs to be reversible: a value that `fromCell` does not
 * give back goes to `extra`, and the cell is then only the best that a column can show.
 */
interface Conversion {
  /** `isPlain` promises that no string of the record holds NUL or a lone surrogate. */
  toCell(value: JsonValue, isPlain: boolean): Cell;
  fromCell(cell: Cell): JsonValue;
}

/** The numbers that stand for states (archive format 2.9 and 2.11). */
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

/** The text with U+FFFD in place of what SQLite cannot hold or handle: lone surrogates and NUL. */
export function storableText(value: string): string {
  return Buffer.from(value).toString().replaceAll('\0', '\uFFFD');
}

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;

/** Any digit stands for any other. */
const UTC_SECONDS = '0000-00-00T00:00:00Z';
const OTHER_SHAPES = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)? ?(Z|[+-]\d\d:?\d\d)$/;

/**
 * The time in UTC, to the second or, where it has a fraction, to the millisecond. Archives hold four shapes
 * (archive format, trap 9); anything else is no time, and null.
 */
export function normaliseTimestamp(text: string): string | null {
  if (isInUtcSeconds(text)) {
    return text;
  }
  const match = OTHER_SHAPES.exec(text);
  if (match === null) {
    return null;
  }
  const [, date = '', time = '', fraction = '', zone = ''] = match;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const timeMs = parseTimestamp(`${date}T${time}${fraction}${offset}`);
  return Number.isNaN(timeMs) ? null : formatTimestamp(timeMs);
}

/** The milliseconds since the epoch of a time that begins with `YYYY-MM-DD`; NaN where there is no such time. */
export function parseTimestamp(text: string): number {
  const date = text.slice(0, 10);
  const startMs = Date.parse(date);
  // JavaScript takes 30 February for a day in March.
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(date);
  return isDay ? Date.parse(text) : Number.NaN;
}

/** Nearly all times are in this shape; a regular expression takes twice as long to tell. */
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

/** A time in milliseconds since the epoch as stores write it. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}

/** Numbers that stand for words; a number without a word has no cell. */
function codes(words: ReadonlyMap<number, string>): Conversion {
  const numbers = new Map([...words].map(([code, word]) => [word, code]));
  return {
    toCell: (value) => (typeof value === 'number' ? (words.get(value) ?? null) : null),
    fromCell: (cell) => (typeof cell === 'string' ? (numbers.get(cell) ?? null) : null),
  };
}
