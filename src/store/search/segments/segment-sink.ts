import { bufferOf } from '../../../base/index.ts';
import type { Database } from '../../database.ts';

/** Where the parts of a segment go. */
export interface SegmentSink {
  /** A page. The bytes are gone when this returns. */
  addPage(rowid: number, page: Uint8Array): void;
  /** By what a page is found: no term before the page reaches it, and its first term does. */
  addTerm(segment: number, term: Uint8Array, page: number): void;
}

/** Bytes of a page beyond which the next one begins: the default of FTS5. */
export const PAGE_BYTES = 4_050;

/** Writes into the tables `…_data` and `…_idx` of an FTS5 index. */
export function createSegmentSink(db: Database, index: string): SegmentSink {
  const addPage = db.prepare(`INSERT INTO ${index}_data (id, block) VALUES (?, ?)`);
  const addTerm = db.prepare(`INSERT INTO ${index}_idx (segid, term, pgno) VALUES (?, ?, ?)`);
  return {
    addPage: (rowid, page) => addPage.run(rowid, bufferOf(page)),
    addTerm: (segment, term, page) => addTerm.run(segment, bufferOf(term), page),
  };
}
