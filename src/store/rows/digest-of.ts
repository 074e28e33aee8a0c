import { hash } from 'node:crypto';

/**
 * The first 48 bits of a record's SHA-256 as a signed integer, which SQLite stores in six bytes. Enough to detect
 * changes, but not to prevent deliberate collisions.
 */
export function digestOf(source: Uint8Array): number {
  const digest = hash('sha256', source, 'binary'); // A one-byte string is the cheapest form of a digest.
  const high = (digest.charCodeAt(0) << 16) | (digest.charCodeAt(1) << 8) | digest.charCodeAt(2);
  const low = (digest.charCodeAt(3) << 16) | (digest.charCodeAt(4) << 8) | digest.charCodeAt(5);
  return high * 2 ** 24 + low - 2 ** 47;
}
