import { digestOf, type SourceFacts } from '../../model/index.ts';
import { ROW, ROW_WORDS, type Slab } from './parcel.ts';

/** Marks of a record in its row of the table. */
export const ODD_NUMBERS = 1;
const UNICODE_ESCAPES = 2;

/** Where the two halves of a digest meet: each fits into a word of the table. */
const DIGEST_HALF = 2 ** 24;

/** Writes the facts of a slab's records into its table, behind the mark of odd numbers, which who cuts has found. */
export function writeFacts({ bytes, table }: Slab, rowCount: number): void {
  let escapeAt = -1;
  for (let at = 0; at < rowCount * ROW_WORDS; at += ROW_WORDS) {
    const start = table[at + ROW.start] ?? 0;
    const end = start + (table[at + ROW.length] ?? 0);
    // Few records have any: one search through many of them costs less than one in each.
    if (escapeAt < start) {
      escapeAt = nextEscape(bytes, start);
    }
    const mark = escapeAt < end ? UNICODE_ESCAPES : 0;
    table[at + ROW.marks] = (table[at + ROW.marks] ?? 0) | mark;
    const digest = digestOf(bytes.subarray(start, end));
    const high = Math.floor(digest / DIGEST_HALF);
    table[at + ROW.digestHigh] = high;
    table[at + ROW.digestLow] = digest - high * DIGEST_HALF;
  }
}

/** The facts in a row that begins at this word of the table. */
export function readFacts(table: Int32Array, at: number): SourceFacts {
  const marks = table[at + ROW.marks] ?? 0;
  return {
    digest: (table[at + ROW.digestHigh] ?? 0) * DIGEST_HALF + (table[at + ROW.digestLow] ?? 0),
    hasUnicodeEscapes: (marks & UNICODE_ESCAPES) !== 0,
    mayHaveOddNumbers: (marks & ODD_NUMBERS) !== 0,
  };
}

/** Where the next Unicode escape is, or behind everything. An older one beyond the last record does no harm. */
function nextEscape(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('\\u', from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}
