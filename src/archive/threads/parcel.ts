import type { DocumentEntry } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';
import type { RecordScan } from '../split-handlers.ts';

/** Records of one file as they were cut: rows of the slab's table, from one number up to another. */
export interface CutRecords {
  readonly type: 'cuts';
  readonly entryName: string;
  readonly fromRow: number;
  /** Grows while the parcel is being packed. */
  toRow: number;
}

/** A record that no slab has room for, in memory of its own. */
interface LargeRecord {
  readonly type: 'large';
  readonly entryName: string;
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly scan: RecordScan;
}

/**
 * What a parcel holds, in the order of the archive. `finish` stands behind the last entry of each archive; a message is
 * from whoever feeds the archive to whoever consumes it.
 */
type ParcelItem =
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'event'; readonly event: ArchiveEvent }
  | { readonly type: 'finish' }
  | (DocumentEntry & { readonly type: 'document'; readonly bytes: Uint8Array })
  | CutRecords
  | LargeRecord;

/** A piece of an archive on its way from the thread that unpacks to the one that reads records. */
export interface Parcel {
  /** Number of the slab with the bytes of its records, which the receiver gives back. */
  readonly slab: number;
  /** Whether the slab's table has the facts of each record. */
  readonly hasFacts: boolean;
  readonly items: ParcelItem[];
}

/** Large enough that a message costs nothing, small enough that a dozen of them are. */
export const SLAB_BYTES = 1024 * 1024;

/** Records of one slab: they are seldom shorter than 128 bytes. */
export const SLAB_ROWS = 8_192;

/** What each word of a row in a slab's table says of a record. The last three are its facts. */
export const ROW = { start: 0, length: 1, index: 2, memberCount: 3, marks: 4, digestHigh: 5, digestLow: 6 };

/** Words of one row. */
export const ROW_WORDS = 7;

/** Memory that both threads see: the bytes of records, and the table that says where each one lies. */
export interface Slab {
  readonly bytes: Buffer;
  readonly table: Int32Array;
}

/** The memory of one slab. */
export function createSlabMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLAB_BYTES + SLAB_ROWS * ROW_WORDS * Int32Array.BYTES_PER_ELEMENT);
}

/** The two parts of a slab's memory. */
export function openSlab(memory: SharedArrayBuffer): Slab {
  return { bytes: Buffer.from(memory, 0, SLAB_BYTES), table: new Int32Array(memory, SLAB_BYTES) };
}
