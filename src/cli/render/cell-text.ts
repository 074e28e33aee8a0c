/** A value of a result as SQLite gives it. */
export type CellValue = null | number | bigint | string | Uint8Array;

/**
 * One line of text for a terminal: line breaks become `⏎`, tabs a blank, and every other control character is
 * made visible, because data of an archive must not steer the terminal (C0, C1 and bidirectional overrides).
 */
export function cellText(value: CellValue): string {
  if (value === null) {
    return '';
  }
  if (value instanceof Uint8Array) {
    return `<${value.length} bytes>`;
  }
  return String(value)
    .replace(/\r\n|\n|\r/g, '⏎')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
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
  return JSON.stringify(value);
}
