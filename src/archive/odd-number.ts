import { LOWER_E, MINUS, NINE, POINT, UPPER_E, ZERO } from './json-bytes.ts';

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
