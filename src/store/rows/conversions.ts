import type { JsonValue } from '../../base/json.ts';
import { normaliseTimestamp } from '../../base/timestamps.ts';

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

/** Converts numeric codes to words; the cell of an unknown code is null. */
function codes(words: ReadonlyMap<number, string>): Conversion {
  const numbers = new Map([...words].map(([code, word]) => [word, code]));
  return {
    toCell: (value) => (typeof value === 'number' ? (words.get(value) ?? null) : null),
    fromCell: (cell) => (typeof cell === 'string' ? (numbers.get(cell) ?? null) : null),
  };
}
