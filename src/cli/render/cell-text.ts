import { terminalLine } from '../../base/index.ts';
import { safeJson } from '../json-names.ts';

/** A value of a result as SQLite gives it. */
export type CellValue = null | number | bigint | string | Uint8Array;

/**
 * One line of text for people: data of an archive must not steer the terminal.
 */
export function cellText(value: CellValue): string {
  if (value === null) {
    return '';
  }
  if (value instanceof Uint8Array) {
    return `<${value.length} bytes>`;
  }
  return terminalLine(String(value));
}

/** The value for JSON text: exact digits of large integers, bytes as base64, `9e999` for what is beyond all numbers. */
export function cellJson(value: CellValue): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return value > 0 ? '9e999' : '-9e999'; // As SQLite's own JSON has it; `null` would be another value.
  }
  if (value instanceof Uint8Array) {
    return JSON.stringify({ $base64: true, encoded: Buffer.from(value).toString('base64') });
  }
  return safeJson(value);
}
