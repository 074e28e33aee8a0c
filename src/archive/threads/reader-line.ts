import { restoreError } from '../../base/index.ts';
import type { FromReader, ReaderPort, ToReader } from './ports.ts';
import { createSlabPool, type SlabPool } from './slab-pool.ts';

/** The line to the thread that reads. */
export interface ReaderLine {
  readonly pool: SlabPool;
  post(message: ToReader): void;
  /** What the consumer tells when it is open. */
  readonly opened: Promise<unknown>;
  /** What that thread makes of the archive; rejects as soon as it fails. */
  readonly answer: Promise<unknown>;
  /** Resolves once it has undone its work, or is gone. */
  readonly abandoned: Promise<unknown>;
}

/** Opens the line through one end of a port. `onNote` hears what the other thread tells on its way. */
export function openReaderLine(port: ReaderPort, onNote: ((note: unknown) => void) | undefined): ReaderLine {
  const post = (message: ToReader) => port.postMessage(message);
  const pool = createSlabPool((number, memory) => post({ type: 'slab', number, memory }));
  const opened = createDeferred();
  const answer = createDeferred();
  const abandoned = createDeferred();
  answer.promise.catch(() => {}); // Whoever waits hears of it; where nobody does, the reading failed before.
  port.on('message', (message: FromReader) => {
    switch (message.type) {
      case 'free':
        return message.slabs.forEach(pool.giveBack);
      case 'opened':
        return opened.resolve(message.opened);
      case 'note':
        return onNote?.(message.note);
      case 'answer':
        return answer.resolve(message.answer);
      case 'failed':
        return answer.reject(restoreError(message.error));
      case 'abandoned':
        return abandoned.resolve(undefined);
    }
  });
  port.on('error', (error: Error) => {
    answer.reject(error);
    abandoned.resolve(undefined);
  });
  return { pool, post, opened: opened.promise, answer: answer.promise, abandoned: abandoned.promise };
}

interface Deferred {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A promise that is settled from outside. */
function createDeferred(): Deferred {
  const settle: Partial<Deferred> = {};
  const promise = new Promise<unknown>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return Object.assign(settle as Pick<Deferred, 'resolve' | 'reject'>, { promise }); // The function above ran already.
}
