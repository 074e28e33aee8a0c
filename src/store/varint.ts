/** Bytes that the longest number takes. */
export const MAX_VARINT_BYTES = 9;

const BELOW_MANY_WORDS = 2 ** 28;

/**
 * Writes a whole number from 0 to 2^53 as SQLite does, the highest seven bits first (sqlite.org/fileformat2.html#varint);
 * gives where it ends.
 */
export function putVarint(bytes: Uint8Array, start: number, value: number): number {
  if (value < 0x80) {
    bytes[start] = value;
    return start + 1;
  }
  if (value < 0x4000) {
    bytes[start] = 0x80 | (value >>> 7);
    bytes[start + 1] = value & 0x7f;
    return start + 2;
  }
  return putLongVarint(bytes, start, value);
}

function putLongVarint(bytes: Uint8Array, start: number, value: number): number {
  let length = 3;
  for (let rest = Math.floor(value / 2 ** 21); rest > 0; rest = Math.floor(rest / 128)) {
    length += 1;
  }
  let rest = value;
  for (let at = start + length - 1; at >= start; at -= 1) {
    const isLast = at === start + length - 1;
    bytes[at] = (rest % 128) | (isLast ? 0 : 0x80);
    rest = rest < BELOW_MANY_WORDS ? rest >>> 7 : Math.floor(rest / 128);
  }
  return start + length;
}

/** A number that was read, and where it ends. */
export interface ReadVarint {
  readonly value: number;
  readonly end: number;
}

/** Reads a number; from 2^53 on, as ids below 0 are, its value is not exact. */
export function readVarint(bytes: Uint8Array, start: number): ReadVarint {
  const last = start + MAX_VARINT_BYTES - 1;
  let value = 0;
  for (let at = start; at < last; at += 1) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      return { value, end: at + 1 };
    }
  }
  return { value: value * 256 + (bytes[last] ?? 0), end: last + 1 }; // All bits of a ninth byte count.
}

/** How many bytes the number at `start` takes. */
export function varintLength(bytes: Uint8Array, start: number): number {
  let length = 1;
  while (length < MAX_VARINT_BYTES && (bytes[start + length - 1] ?? 0) >= 0x80) {
    length += 1;
  }
  return length;
}
