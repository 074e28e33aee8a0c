import { fingerprintOf } from './fingerprint.ts';
import { FingerprintTable } from './fingerprint-table.ts';

/** A set of texts by 64-bit fingerprints: 8 bytes for each, whatever their length. */
export interface FingerprintSet {
  /** Adds a text; false where it, or by a chance of about 1 in 2^64 for each pair another one, was there before. */
  add(text: string): boolean;
  readonly size: number;
}

/** Creates an empty set. */
export function createFingerprintSet(): FingerprintSet {
  const table = new FingerprintTable();
  return {
    add(text) {
      const before = table.size;
      table.insert(fingerprintOf(text));
      return table.size > before;
    },
    get size() {
      return table.size;
    },
  };
}
