/* The bytes that structure a JSON text (RFC 8259, section 2), and what may stand before it. */

import { isUtf8 } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue, messageOf } from '../base/index.ts';
import type { FindingCode } from '../model/index.ts';

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
export const COLON = 0x3a;
const UPPER_E = 0x45;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * Whether a byte of JSON outside of strings may belong to a number that JavaScript would not write the same way: one
 * with a fraction or an exponent, or minus nought. Where the chunk does not show the bytes next to it, it may.
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

/** What was learned about a record while it was cut out of its file. */
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
  /** Something is wrong at the element with this index; splitting continues where possible. */
  readonly onFault: (code: FindingCode, fault: string, index: number) => void;
  /**
   * This splitter cannot cut what follows: the document is not an array, or the record at `index` is larger than the window.
   * `rest` are the bytes from there on that were taken but not handed out. All later bytes are ignored.
   */
  readonly onDecline: (reason: 'not-array' | 'beyond-window', rest: Buffer, index: number) => void;
}

/** Takes the bytes of one record file in chunks of any size. The chunks must not change later. */
export interface RecordSplitter {
  write(chunk: Buffer): void;
  end(): void;
}

/** What is unusual or wrong in the text of a record; messages put its place first. */
export interface TextFault {
  readonly code: FindingCode;
  readonly fault: string;
}

interface ParsedRecord {
  /** Undefined where the bytes are not a JSON object. */
  readonly value: JsonObject | undefined;
  /** The record with escapes for raw control characters, so that it is JSON; undefined where the bytes are as they came. */
  readonly source: Buffer | undefined;
  readonly faults: readonly TextFault[];
}

const NO_FAULTS: readonly TextFault[] = [];

/** Parses a part of the bytes, which is one record. Raw control characters, which JSON forbids in strings, are let through. */
export function parseRecord(bytes: Buffer, start = 0, end = bytes.length): ParsedRecord {
  const text = bytes.toString('utf8', start, end);
  // A search for U+FFFD costs nothing in the usual one-byte text, and only text that has it can hide broken bytes.
  const faults: readonly TextFault[] =
    text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end)) ? [INVALID_UTF8] : NO_FAULTS;
  try {
    const value: unknown = JSON.parse(text);
    return { value: objectOf(value), source: undefined, faults };
  } catch (error) {
    const repaired = parseWithControlCharacters(text);
    if (repaired === undefined) {
      const fault: TextFault = { code: 'json-syntax', fault: reasonOf(error) };
      return { value: undefined, source: undefined, faults: [...faults, fault] };
    }
    return { ...repaired, faults: [...faults, RAW_CONTROL_CHARACTER] };
  }
}

function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/**
 * What is odd about a record whose text writes more members than its value has: of two members of one name, one is
 * hidden. `fieldCount` is how many the record itself has, without those of nested objects: mostly these are all.
 */
export function findHiddenMember(
  value: JsonObject,
  { memberCount, fieldCount }: { readonly memberCount: number; readonly fieldCount: number },
): readonly TextFault[] {
  return fieldCount !== memberCount && countMembers(value) < memberCount ? [DUPLICATE_KEY] : NO_FAULTS;
}

/** How many members the objects in a value have, its own included. */
function countMembers(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countMembers(item);
    }
  } else if (isJsonObject(value)) {
    // JSON.parse makes own properties only, and `for in` is the fastest walk over them.
    for (const name in value) {
      count += 1 + countMembers(value[name] ?? null);
    }
  }
  return count;
}

const DUPLICATE_KEY: TextFault = {
  code: 'json-duplicate-key',
  fault: 'an object has two members of one name; the later one was taken',
};

const INVALID_UTF8: TextFault = {
  code: 'text-invalid-utf8',
  fault: 'the record has bytes that are not UTF-8; U+FFFD replaces them',
};

const RAW_CONTROL_CHARACTER: TextFault = {
  code: 'json-control-character',
  fault: 'a string holds a raw control character; it was read as if it were escaped',
};

/** The second try, with an escape for each control character inside a string. Elsewhere they stay wrong. */
function parseWithControlCharacters(
  text: string,
): { readonly value: JsonObject; readonly source: Buffer } | undefined {
  const escaped = escapeControlCharacters(text);
  if (escaped === text) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(escaped);
    return isJsonObject(value) ? { value, source: Buffer.from(escaped) } : undefined;
  } catch {
    return undefined; // The first error is the one to report.
  }
}

function escapeControlCharacters(text: string): string {
  let escaped = '';
  let takenTo = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      isInString = !isInString;
    } else if (unit === BACKSLASH) {
      at += 1;
    } else if (unit < SPACE && isInString) {
      escaped += `${text.slice(takenTo, at)}\\u${unit.toString(16).padStart(4, '0')}`;
      takenTo = at + 1;
    }
  }
  return escaped + text.slice(takenTo);
}

/** The parser's reason without its quotation of the text, which may be long or private. */
function reasonOf(error: unknown): string {
  const reason = messageOf(error).replace(/,? ?\.\.\..*$|, ".*$/s, '');
  return `the record is not valid JSON: ${reason}`;
}

/** A rejected record may be no JSON at all, and of any size: larger ones are not looked into. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** The `url` of a record that was rejected, or undefined where it cannot be read. */
export function urlOfSource(source: Uint8Array): string | undefined {
  if (source.length > MAX_SOURCE_BYTES) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(source));
    const url = isJsonObject(value) ? value['url'] : undefined;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // Not JSON: another finding says so.
  }
}
