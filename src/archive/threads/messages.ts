import type { CarriedError } from '../../base/failure.ts';
import type { DocumentEntry } from '../archive-document.ts';
import type { ArchiveEvent } from '../archive-event.ts';

/**
 * The types of messages, apart from the archive itself, between a thread that unpacks an archive and one that consumes
 * it. All are plain data.
 */
export interface Dialogue {
  /** Sent by the consumer when it is ready for the first event. */
  readonly opened: unknown;
  /** Events that the feeding thread adds to those of the archive. */
  readonly extra: { readonly type: string };
  /** Sent by the consumer meanwhile: findings, progress. */
  readonly note: unknown;
  /** The result of the consumer. */
  readonly answer: unknown;
}

/** Records of one file: a range of rows in the table of the buffer. */
export interface CutRecords {
  readonly type: 'cuts';
  readonly entryName: string;
  readonly fromRow: number;
  /** Increases while the batch is being packed. */
  toRow: number;
}

/** A part of an archive, sent from the thread that unpacks to the one that reads records. */
export interface EventBatch<Extra> {
  /** The number of the buffer with the bytes of the records, which the receiver returns. */
  readonly buffer: number;
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
  | { readonly type: 'buffer'; readonly number: number; readonly memory: SharedArrayBuffer }
  | { readonly type: 'batch'; readonly batch: EventBatch<Talk['extra']> }
  /** The reading has failed: all work is to be undone. */
  | { readonly type: 'abandon' };

/** Messages from the thread that reads records to the one that unpacks. */
export type FromReader<Talk extends Dialogue> =
  | { readonly type: 'opened'; readonly opened: Talk['opened'] }
  /** Buffers that can be reused. */
  | { readonly type: 'free'; readonly buffers: readonly number[] }
  | { readonly type: 'note'; readonly note: Talk['note'] }
  | { readonly type: 'answer'; readonly answer: Talk['answer'] }
  /** Sent after all work was undone. */
  | { readonly type: 'failed'; readonly error: CarriedError };
