import type { MessagePort, Worker } from 'node:worker_threads';
import type { CarriedError } from '../../base/index.ts';
import type { Parcel } from './parcel.ts';

/** What the thread that unpacks tells the one that reads records. */
export type ToReader =
  | { readonly type: 'slab'; readonly number: number; readonly memory: SharedArrayBuffer }
  | { readonly type: 'parcel'; readonly parcel: Parcel }
  /** The archive is over; the answer is awaited. */
  | { readonly type: 'complete' }
  /** Nothing more comes: everything is to be undone. */
  | { readonly type: 'abandon' };

/** What the thread that reads records tells the one that unpacks. */
export type FromReader =
  /** The consumer is open; what it has to tell the one who feeds it. */
  | { readonly type: 'opened'; readonly opened: unknown }
  /** Slabs that may be used again. */
  | { readonly type: 'free'; readonly slabs: readonly number[] }
  /** Something on the way: findings, progress. */
  | { readonly type: 'note'; readonly note: unknown }
  | { readonly type: 'answer'; readonly answer: unknown }
  | { readonly type: 'failed'; readonly error: CarriedError }
  /** All is undone, after `abandon`. */
  | { readonly type: 'abandoned' };

/** One end of the line between the two threads; tests join both ends by a `MessageChannel`. */
export type ReaderPort = Worker | MessagePort;
