import { isUtf8 } from 'node:buffer';
import { isJsonObject, type JsonObject, messageOf } from '../base/index.ts';
import type { FindingCode } from '../model/index.ts';

/** What is odd or wrong in the text of a record, to be read after its place. */
export interface TextFault {
  readonly code: FindingCode;
  readonly fault: string;
}

interface ParsedRecord {
  /** Undefined where the bytes are no JSON object. */
  readonly value: JsonObject | undefined;
  readonly faults: readonly TextFault[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

const NO_FAULTS: readonly TextFault[] = [];

/** Parses the bytes of one record. Raw control characters, which JSON forbids in strings, are let through. */
export function parseRecord(source: Buffer): ParsedRecord {
  const text = source.toString();
  // A search for U+FFFD costs nothing in the usual one-byte text, and only text that has it can hide broken bytes.
  const faults: readonly TextFault[] =
    text.includes('\ufffd') && !isUtf8(source) ? [INVALID_UTF8] : NO_FAULTS;
  try {
    const value: unknown = JSON.parse(text);
    return { value: isJsonObject(value) ? value : undefined, faults };
  } catch (error) {
    const value = parseWithControlCharacters(text);
    const fault: TextFault =
      value === undefined ? { code: 'json-syntax', fault: reasonOf(error) } : RAW_CONTROL_CHARACTER;
    return { value, faults: [...faults, fault] };
  }
}

const INVALID_UTF8: TextFault = {
  code: 'text-invalid-utf8',
  fault: 'the record has bytes that are no UTF-8; the replacement character stands for them',
};

const RAW_CONTROL_CHARACTER: TextFault = {
  code: 'json-control-character',
  fault: 'a string holds a raw control character; it was read as if it were escaped',
};

/** The second try, with an escape for each control character inside a string. Elsewhere they stay wrong. */
function parseWithControlCharacters(text: string): JsonObject | undefined {
  const escaped = escapeControlCharacters(text);
  if (escaped === text) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(escaped);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // The first error is the one to tell.
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
  return `the record is no JSON: ${reason}`;
}
