import { hash } from 'node:crypto';

/**
 * 48 bits of the SHA-256 of a record's source, signed: what SQLite keeps in six bytes. It guards against overlooking a
 * change by accident, not against people who make two records of their own collide.
 */
export function digestOf(source: Uint8Array): number {
  const digest = hash('sha256', source, 'binary'); // Of all forms that digests come in, one-byte text costs least.
  const high = (digest.charCodeAt(0) << 16) | (digest.charCodeAt(1) << 8) | digest.charCodeAt(2);
  const low = (digest.charCodeAt(3) << 16) | (digest.charCodeAt(4) << 8) | digest.charCodeAt(5);
  return high * 2 ** 24 + low - 2 ** 47;
}
