/* The bytes that structure a JSON text (RFC 8259, section 2), and what may stand before it. */

import type { FindingCode } from '../model/index.ts';

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const UPPER_E = 0x45;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LOWER_E = 0x65;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * Whether a byte of JSON outside of strings may belong to a number that JavaScript would not write the same way: one
 * with a fraction or an exponent, or minus nought. Where the chunk does not show what stands beside it, it may.
 */
export function isOddInNumber(chunk: Uint8Array, at: number): boolean {
  switch (chunk[at]) {
    case POINT:
    case UPPER_E:
      return true;
    case LOWER_E:
      return isDigit(chunk[at - 1] ?? ZERO); // Not in `true` or `false`.
    case MINUS:
      return (chunk[at + 1] ?? ZERO) === ZERO;
    default:
      return false;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** What cutting a record out of its file has told of it. */
export interface RecordScan {
  /** How many members it writes, those of nested objects included. */
  readonly memberCount: number;
  /** False where no number has a fraction or an exponent, and none is minus nought. */
  readonly mayHaveOddNumbers: boolean;
}

/** Takes the bytes of one object as they were cut, not yet proven to be JSON. */
export type TakeRecord = (bytes: Buffer, index: number, scan: RecordScan) => void;

/** Where the parts of a record file go: everything is called before `write` or `end` returns. */
export interface SplitHandlers {
  readonly onRecord: TakeRecord;
  /** Something is wrong at the element with this index; splitting goes on where it can. */
  readonly onFault: (code: FindingCode, fault: string, index: number) => void;
  /**
   * This splitter cannot cut what follows: the document is no array, or the record at `index` is larger than the window.
   * `rest` are the bytes from there on that were taken but not handed out. All later bytes are ignored.
   */
  readonly onDecline: (reason: 'not-array' | 'beyond-window', rest: Buffer, index: number) => void;
}

/** Takes the bytes of one record file in chunks of any size. The chunks must not change later. */
export interface RecordSplitter {
  write(chunk: Buffer): void;
  end(): void;
}
