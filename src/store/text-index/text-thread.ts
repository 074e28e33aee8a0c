import { closeSync, existsSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type CarriedError, fileFailure, restoreError, writeAll } from '../../base/index.ts';
import { createSideFile } from '../database/side-database.ts';
import { TextBatch, type TextRow } from './text-batch.ts';

/** What the thread is started with. */
export interface TextThreadData {
  /** The empty file into which it writes its index. */
  readonly path: string;
  /** Carries batches of rows there, an empty one at the end, and back the reason why it failed. */
  readonly port: MessagePort;
  readonly progress: Int32Array;
}

/** A batch that waits in a file. */
export interface FiledBatch {
  readonly descriptor: number;
  readonly position: number;
  readonly length: number;
}

/** Indexes of the thread's progress: how many batches were indexed, and how it ended. */
export const PROGRESS = { batches: 0, end: 1 } as const;
export const THREAD_END = { none: 0, complete: 1, failed: 2 } as const;

const WORKER = new URL('./text-worker.js', import.meta.url);

const BATCH_BYTES = 1_048_576;

/**
 * How many batches wait in memory for the thread. The others wait in a file: the index takes longer than the rows, and may
 * be finished while the indexes of their tables are built.
 */
const MAX_IN_MEMORY = 8;

/** A batch takes some hundredths of a second, minutes on a slow disk: a thread that ends none in ten minutes is gone. */
const STALL_MS = 600_000;

/** Whether there is such a thread: only in the compiled program, as Node.js 20 runs no TypeScript. */
export function hasTextThread(): boolean {
  return existsSync(WORKER);
}

/**
 * Indexes texts in a thread of its own, which starts with the first full batch and writes to a file of its own. All
 * methods throw what the thread failed with.
 */
export class TextThread {
  readonly #path: string;
  readonly #progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  #batch = new TextBatch(BATCH_BYTES);
  #sent = 0;
  #waiting: { readonly descriptor: number; end: number } | undefined;
  #worker: Worker | undefined;
  #port: MessagePort | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Adds a row; ids must grow. */
  add(row: TextRow): void {
    this.#batch.add(row);
    if (this.#batch.length >= BATCH_BYTES - BATCH_BYTES / 8) {
      this.#start();
      this.#send(this.#batch.take());
      this.#batch = new TextBatch(BATCH_BYTES);
    }
  }

  /** Whether there were enough texts to start it. */
  get hasStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** Sends what was added last, and waits until the index is written. */
  finish(): void {
    if (this.#batch.length > 0) {
      this.#send(this.#batch.take());
    }
    this.#send(new Uint8Array(0));
    this.#waitForEnd();
  }

  /** Ends the thread, whatever it is doing, and removes its files. */
  async close(): Promise<void> {
    this.#port?.close();
    await this.#worker?.terminate();
    if (this.#waiting !== undefined) {
      closeSync(this.#waiting.descriptor);
      this.#waiting = undefined;
    }
    await rm(this.#waitingPath, { force: true });
    await rm(this.#path, { force: true });
  }

  #start(): void {
    if (this.#worker === undefined) {
      createSideFile(this.#path, 'write the search index');
      const { port1, port2 } = new MessageChannel();
      const workerData: TextThreadData = { path: this.#path, port: port2, progress: this.#progress };
      this.#port = port1;
      this.#worker = new Worker(WORKER, { workerData, transferList: [port2] });
      this.#worker.on('error', () => {}); // It says by its port why it failed.
    }
  }

  #send(batch: Uint8Array<ArrayBuffer>): void {
    if (this.#ended() === THREAD_END.failed) {
      throw this.#failure();
    }
    if (this.#sent - Atomics.load(this.#progress, PROGRESS.batches) < MAX_IN_MEMORY) {
      this.#port?.postMessage(batch, [batch.buffer]);
    } else {
      this.#port?.postMessage(this.#file(batch));
    }
    this.#sent += 1;
  }

  /** Writes a batch to the end of the file in which batches wait. */
  #file(batch: Uint8Array): FiledBatch {
    try {
      this.#waiting ??= { descriptor: openSync(this.#waitingPath, 'wx+', 0o600), end: 0 };
      const { descriptor, end: position } = this.#waiting;
      writeAll(descriptor, batch, position);
      this.#waiting.end += batch.length;
      return { descriptor, position, length: batch.length };
    } catch (error) {
      throw fileFailure(error, 'write the search index', this.#waitingPath);
    }
  }

  get #waitingPath(): string {
    return `${this.#path}-waiting`;
  }

  #ended(): number {
    return Atomics.load(this.#progress, PROGRESS.end);
  }

  /** Waits without a turn of the event loop, as rows are written without one. */
  #waitForEnd(): void {
    while (this.#ended() !== THREAD_END.complete) {
      const seen = Atomics.load(this.#progress, PROGRESS.batches);
      if (this.#ended() === THREAD_END.failed) {
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
