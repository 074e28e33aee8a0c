import { type Fingerprint, fingerprintOf } from '../fingerprint.ts';

/** Tags go from 0 to this: they take the lowest five bits of a key. */
export const MAX_TAG = 31;

/**
 * A key of 59 bits for a text, and 5 bits that say what the text stands for. Keys of one text stand side by side in
 * order, so that one walk answers under which tags a text is there.
 */
export function taggedKey(text: string, tag: number): Fingerprint {
  return withTag(fingerprintOf(text), tag);
}

/** The key of the same text under another tag. */
export function withTag({ high, low }: Fingerprint, tag: number): Fingerprint {
  return { high, low: (low & ~MAX_TAG) | tag };
}

/** The tag of a row's key. */
export function tagOfRow(row: Int32Array): number {
  return (row[1] ?? 0) & MAX_TAG;
}

/** Orders two rows by their texts, whatever their tags. */
export function compareTexts(a: Int32Array, b: Int32Array): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || ((a[1] ?? 0) >> 5) - ((b[1] ?? 0) >> 5);
}
