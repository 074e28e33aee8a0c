import { parseTimestamp } from './run-id.ts';

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

/** Formats milliseconds since the epoch as in the columns of a store, and as all results that programs get. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}
