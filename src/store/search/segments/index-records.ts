import type { Database } from '../../database.ts';
import { MAX_VARINT_BYTES, putVarint, readVarint } from '../../varint.ts';

/** Row ids of what stands in the table `…_data` beside pages ("%_data" in the comments of SQLite's fts5_index.c). */
const TOTALS = 1;
const STRUCTURE = 10;

/** The structure begins with a counter that changes with the index's options. */
const COOKIE_BYTES = 4;

/** How many rows an index has, and how many words in each of its columns. */
export interface IndexTotals {
  readonly rows: number;
  readonly words: readonly number[];
}

/** A segment that was written: its number, and how many pages it has. */
export interface WrittenSegment {
  readonly segment: number;
  readonly pages: number;
}

/** Adds what was written behind the back of an FTS5 index; with all that the index gathered itself written out before. */
export function addSegments(
  db: Database,
  index: string,
  { segments, totals }: { readonly segments: readonly WrittenSegment[]; readonly totals: IndexTotals },
): void {
  const structure = readBlock(db, index, STRUCTURE);
  const listed = listSegments(readVarints(structure.subarray(COOKIE_BYTES)), segments);
  const cookie = structure.subarray(0, COOKIE_BYTES);
  writeBlock(db, index, { id: STRUCTURE, block: Buffer.concat([cookie, varints(listed)]) });
  const [rows = 0, ...words] = readVarints(readBlock(db, index, TOTALS));
  const sums = [rows + totals.rows, ...totals.words.map((count, column) => count + (words[column] ?? 0))];
  writeBlock(db, index, { id: TOTALS, block: varints(sums) });
}

/**
 * The numbers of the structure with more segments in its lowest level, as the newest ones: levels, segments and pages
 * written; then for each level how many segments are being joined, how many there are, and for each of them its number
 * and its first and last page.
 */
function listSegments(known: readonly number[], segments: readonly WrittenSegment[]): readonly number[] {
  const [levels = 0, all = 0, pagesWritten = 0, joining = 0, inLowest = 0, ...rest] = known;
  const lowest = rest.slice(0, 3 * inLowest);
  const added = segments.flatMap(({ segment, pages }) => [segment, 1, pages]);
  const higher = rest.slice(3 * inLowest);
  const head = [Math.max(1, levels), all + segments.length, pagesWritten];
  return [...head, joining, inLowest + segments.length, ...lowest, ...added, ...higher];
}

function readBlock(db: Database, index: string, id: number): Buffer {
  const block = db.prepare<[number], Buffer>(`SELECT block FROM ${index}_data WHERE id = ?`).pluck().get(id);
  return block ?? Buffer.alloc(0);
}

function writeBlock(
  db: Database,
  index: string,
  { id, block }: { readonly id: number; readonly block: Buffer },
): void {
  db.prepare(`REPLACE INTO ${index}_data (id, block) VALUES (?, ?)`).run(id, block);
}

/** Writes numbers one behind the other. */
function varints(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(MAX_VARINT_BYTES * values.length);
  const end = values.reduce((at, value) => putVarint(bytes, at, value), 0);
  return bytes.subarray(0, end);
}

function readVarints(bytes: Uint8Array): readonly number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, end } = readVarint(bytes, at);
    values.push(value);
    at = end;
  }
  return values;
}
