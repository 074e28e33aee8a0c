import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type CarriedError, restoreError } from '../../base/index.ts';
import { createSideFile } from '../database/side-database.ts';
import { TextBatch, type TextRow } from './text-batch.ts';

/** The start parameters of the thread. */
export interface TextThreadData {
  /** The empty file for the index. */
  readonly path: string;
  /** Sends batches of rows to the thread, an empty one at the end, and receives the error if it fails. */
  readonly port: MessagePort;
  readonly progress: Int32Array;
}

/** Indexes into the thread's progress: the number of indexed batches, and how it ended. */
export const PROGRESS = { batches: 0, end: 1 } as const;
export const THREAD_END = { none: 0, complete: 1, failed: 2 } as const;

const WORKER = new URL('./text-worker.js', import.meta.url);

const BATCH_BYTES = 1_048_576;

/** Maximum number of batches waiting for the thread: this memory lets the rows run ahead of their index. */
const MAX_WAITING = 32;

/**
 * A batch takes some hundredths of a second, or minutes on a slow disk: a thread that completes none in ten minutes has
 * died.
 */
const STALL_MS = 600_000;

/** Whether the thread can be started: only in the compiled program, because Node.js 20 does not run TypeScript. */
export function hasTextThread(): boolean {
  return existsSync(WORKER);
}

/**
 * Indexes texts in a separate thread, which starts with the first full batch and writes to a separate file. All methods
 * throw the error with which the thread failed.
 */
export class TextThread {
  readonly #path: string;
  readonly #progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  #batch = new TextBatch(BATCH_BYTES);
  #sent = 0;
  #worker: Worker | undefined;
  #port: MessagePort | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds a row; ids must ascend. */
  add(row: TextRow): void {
    this.#batch.add(row);
    if (this.#batch.length >= BATCH_BYTES - BATCH_BYTES / 8) {
      this.#start();
      this.#send(this.#batch.take());
      this.#batch = new TextBatch(BATCH_BYTES);
    }
  }

  /** Whether there were enough texts to start the thread. */
  get hasStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** Sends the last rows and waits until the index is complete. */
  finish(): void {
    if (this.#batch.length > 0) {
      this.#send(this.#batch.take());
    }
    this.#send(new Uint8Array(0));
    this.#waitFor(() => this.#ended() === THREAD_END.complete);
  }

  /** Terminates the thread in any state and removes its file. */
  async close(): Promise<void> {
    this.#port?.close();
    await this.#worker?.terminate();
    await rm(this.#path, { force: true });
  }

  #start(): void {
    if (this.#worker === undefined) {
      createSideFile(this.#path, 'write the search index');
      const { port1, port2 } = new MessageChannel();
      const workerData: TextThreadData = { path: this.#path, port: port2, progress: this.#progress };
      this.#port = port1;
      this.#worker = new Worker(WORKER, { workerData, transferList: [port2] });
      this.#worker.on('error', () => {}); // Errors arrive through the port.
    }
  }

  #send(batch: Uint8Array<ArrayBuffer>): void {
    this.#waitFor(() => this.#sent - Atomics.load(this.#progress, PROGRESS.batches) < MAX_WAITING);
    this.#port?.postMessage(batch, [batch.buffer]);
    this.#sent += 1;
  }

  #ended(): number {
    return Atomics.load(this.#progress, PROGRESS.end);
  }

  /** Blocks the event loop, because rows are written synchronously. */
  #waitFor(isReached: () => boolean): void {
    while (true) {
      const seen = Atomics.load(this.#progress, PROGRESS.batches);
      if (isReached()) {
        return;
      }
      if (this.#ended() !== THREAD_END.none) {
        throw this.#failure();
      }
      if (Atomics.wait(this.#progress, PROGRESS.batches, seen, STALL_MS) === 'timed-out') {
        throw new Error(`The thread that writes the search index did nothing for ${STALL_MS} ms`);
      }
    }
  }

  #failure(): Error {
    const received: { readonly message: CarriedError } | undefined =
      this.#port && receiveMessageOnPort(this.#port);
    return received === undefined
      ? new Error('The thread that writes the search index ended without a reason')
      : restoreError(received.message);
  }
}
