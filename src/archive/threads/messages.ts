import type { CarriedError } from '../../base/index.ts';
import type { DocumentEntry } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';

/**
 * What two threads say to each other about an archive that one of them unpacks and the other one consumes, apart from
 * the archive itself. All of it is plain data.
 */
export interface Dialogue {
  /** What the consumer says when it is ready for the first event. */
  readonly opened: unknown;
  /** Events that the feeding thread adds to those of the archive. */
  readonly extra: { readonly type: string };
  /** What the consumer reports meanwhile: findings, progress. */
  readonly note: unknown;
  /** What the consumer makes of the archive. */
  readonly answer: unknown;
}

/** Records of one file as they were cut: rows of the slab's table, from one number up to another. */
export interface CutRecords {
  readonly type: 'cuts';
  readonly entryName: string;
  readonly fromRow: number;
  /** Grows while the parcel is being packed. */
  toRow: number;
}

/** A piece of an archive on its way from the thread that unpacks to the one that reads records. */
export interface Parcel<Extra> {
  /** Number of the slab with the bytes of its records, which the receiver gives back. */
  readonly slab: number;
  /** Whether the slab's table has the facts of each record. */
  readonly hasFacts: boolean;
  /** In the order of the archive; `finish` follows the last entry of each archive. */
  readonly items: (
    | { readonly type: 'event'; readonly event: ArchiveEvent | Extra }
    | { readonly type: 'finish' }
    | (DocumentEntry & { readonly type: 'document'; readonly bytes: Uint8Array })
    | CutRecords
  )[];
}

/** Messages from the thread that unpacks to the one that reads records. */
export type ToReader<Talk extends Dialogue> =
  | { readonly type: 'slab'; readonly number: number; readonly memory: SharedArrayBuffer }
  | { readonly type: 'parcel'; readonly parcel: Parcel<Talk['extra']> }
  /** No more will come: everything is to be undone. */
  | { readonly type: 'abandon' };

/** Messages from the thread that reads records to the one that unpacks. */
export type FromReader<Talk extends Dialogue> =
  | { readonly type: 'opened'; readonly opened: Talk['opened'] }
  /** Slabs that may be used again. */
  | { readonly type: 'free'; readonly slabs: readonly number[] }
  | { readonly type: 'note'; readonly note: Talk['note'] }
  | { readonly type: 'answer'; readonly answer: Talk['answer'] }
  /** Sent once everything is undone. */
  | { readonly type: 'failed'; readonly error: CarriedError };
