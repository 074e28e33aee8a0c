import { terminalLine } from '../../base/terminal-text.ts';
import { safeJson } from '../output/json-names.ts';

export type CellValue = null | number | bigint | string | Uint8Array;

/** Formats a value as one line for people. Control characters are made visible: data must not control the terminal. */
export function cellText(value: CellValue): string {
  if (value === null) {
    return '';
  }
  if (value instanceof Uint8Array) {
    return `<${value.length} bytes>`;
  }
  return terminalLine(String(value));
}

/** Formats a value as JSON: large integers exactly, bytes as base64, and infinity as `9e999`. */
export function cellJson(value: CellValue): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return value > 0 ? '9e999' : '-9e999'; // As the JSON functions of SQLite do; `null` would be a different value.
  }
  if (value instanceof Uint8Array) {
    return JSON.stringify({ $base64: true, encoded: Buffer.from(value).toString('base64') });
  }
  return safeJson(value);
}
