/**
 * 64 bits that stand for a text: two signed words of 32 bits, as V8 boxes larger numbers. The high word is never 0, so
 * that 0 can mark an empty place.
 */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** What ends the scope of a text: no unit of text that means anything. */
const END_OF_SCOPE = 0xffff;

/**
 * The fingerprint of a text, or of a text in the name of another one: two hashes over pairs of UTF-16 units, one in the
 * manner of FNV-1a, both stirred at the end. Two texts share one by a chance of about 1 in 2^64.
 */
export function fingerprintOf(text: string, scope = ''): Fingerprint {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let at = 0; at < scope.length; at += 1) {
    const unit = scope.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
    second ^= second >>> 15;
  }
  first = Math.imul(first ^ END_OF_SCOPE, 0x01000193);
  second = Math.imul(second ^ END_OF_SCOPE, 0x85ebca6b);
  const pairedLength = text.length & ~1;
  for (let at = 0; at < pairedLength; at += 2) {
    const units = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    first = Math.imul(first ^ units, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second ^ units, 0x85ebca6b);
    second ^= second >>> 13;
  }
  if (pairedLength < text.length) {
    const unit = text.charCodeAt(pairedLength);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  const low = stir(first ^ (second >>> 16) ^ text.length);
  const high = stir(second ^ (low >>> 16));
  return { high: high === 0 ? 1 : high, low };
}

function stir(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
