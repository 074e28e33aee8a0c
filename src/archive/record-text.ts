/** The structural bytes of JSON (RFC 8259, section 2), and what may precede it. */

import { isUtf8 } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { messageOf } from '../model/failure.ts';
import type { FindingCode } from '../model/findings.table.ts';

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * Called with the bytes of one object, which may not be valid JSON, and the number of members in its text, including
 * those of nested objects. A record that was read in several chunks is passed in parts: the receiver joins them where
 * it needs them, because a large record should not be in memory twice.
 */
export type TakeRecord = (parts: readonly Buffer[], index: number, memberCount: number) => void;

/** The bytes of a record in one piece, without a copy if it has one part. */
export function joinParts(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
}

/** Callbacks for the parts of a record file; they are called before `write` or `end` returns. */
export interface SplitHandlers {
  readonly onRecord: TakeRecord;
  /** Reports a defect of the element with this index; splitting continues if possible. */
  readonly onFault: (code: FindingCode, fault: string, index: number) => void;
  /**
   * Called if this splitter cannot continue: the document is not an array, or the record at `index` is larger than the
   * window. `rest` are the bytes from that point that were consumed but not emitted. All later bytes are ignored.
   */
  readonly onDecline: (reason: 'not-array' | 'beyond-window', rest: Buffer, index: number) => void;
}

/** Receives the bytes of one record file in chunks of any size, which must not change later. */
export interface RecordSplitter {
  write(chunk: Buffer): void;
  end(): void;
}

/** A defect or peculiarity in the text of a record; `fault` is appended to the place of the record. */
export interface TextFault {
  readonly code: FindingCode;
  readonly fault: string;
}

interface ParsedRecord {
  /** Undefined if the bytes are not a JSON object. */
  readonly value: JsonObject | undefined;
  /** The record as valid JSON, with raw control characters escaped; undefined if the bytes are unchanged. */
  readonly source: Buffer | undefined;
  readonly faults: readonly TextFault[];
}

const NO_FAULTS: readonly TextFault[] = [];

/** Parses the part of the bytes that is one record. Accepts raw control characters, which JSON forbids in strings. */
export function parseRecord(bytes: Buffer, start = 0, end = bytes.length): ParsedRecord {
  const text = bytes.toString('utf8', start, end);
  // Searching the usual one-byte text for U+FFFD is free, and only text that contains it can be the result of invalid
  // bytes.
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
 * The fault of a record whose text has more members than its value: an object has two members with one name, and one of
 * them is lost. `fieldCount` is the number of top-level fields, which usually are all members.
 */
export function findHiddenMember(
  value: JsonObject,
  { memberCount, fieldCount }: { readonly memberCount: number; readonly fieldCount: number },
): readonly TextFault[] {
  return fieldCount !== memberCount && countMembers(value) < memberCount ? [DUPLICATE_KEY] : NO_FAULTS;
}

/** The number of members of all objects in a value, including itself. */
function countMembers(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countMembers(item);
    }
  } else if (isJsonObject(value)) {
    // JSON.parse creates own properties only, and `for in` is the fastest way to iterate over them.
    for (const name in value) {
      count += 1 + countMembers(value[name] ?? null);
    }
  }
  return count;
}

const DUPLICATE_KEY: TextFault = {
  code: 'json-duplicate-key',
  fault: 'an object has two members with the same name; the later one was used',
};

const INVALID_UTF8: TextFault = {
  code: 'text-invalid-utf8',
  fault: 'the record has bytes that are not UTF-8; U+FFFD replaces them',
};

const RAW_CONTROL_CHARACTER: TextFault = {
  code: 'json-control-character',
  fault: 'a string contains a raw control character; it was read as if it were escaped',
};

/** Parses again, with control characters inside strings escaped. Elsewhere they remain errors. */
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

/** The parser's message without its quotation of the text, which may be long or private. */
function reasonOf(error: unknown): string {
  const reason = messageOf(error).replace(/,? ?\.\.\..*$|, ".*$/s, '');
  return `the record is not valid JSON: ${reason}`;
}

/** Larger rejected records are not parsed: they may have any size, and may not be JSON at all. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/** The `url` of a rejected record; undefined if it cannot be read. */
export function urlOfSource(source: Uint8Array): string | undefined {
  if (source.length > MAX_SOURCE_BYTES) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(source));
    const url = isJsonObject(value) ? value['url'] : undefined;
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // Not JSON, which another finding reports.
  }
}
