import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type CarriedError, restoreError } from '../../../base/index.ts';
import { createSideFile } from '../../side-database.ts';
import { RingBroken, RingWriter, type TextRow } from './ring-writer.ts';
import { createRingMemory, type RingMemory } from './text-ring.ts';
import { createTextSpill } from './text-spill.ts';

/** What the thread is told to do. */
export interface SearchWork {
  /** Where it writes its index: an empty file. */
  readonly path: string;
  readonly ring: RingMemory;
  /** Hears why it failed. */
  readonly errors: MessagePort;
}

/** Indexes texts in a thread of its own, which starts with the first slab of them. */
export interface SearchThread {
  /** False where its texts are too large to be handed over. */
  add(row: TextRow): boolean;
  /** Nothing follows. */
  end(): void;
  /** Waits for the index; false where there were too few texts to begin one. */
  finish(): boolean;
  /** Ends the thread, wherever it stands, and removes its file. */
  close(): Promise<void>;
}

const WORKER = new URL('./search-worker.js', import.meta.url);

/** Hardly a text of the ring ever becomes an object. */
const YOUNG_MB = 4;

/** A slab takes some hundredths of a second, minutes on a slow disk: a thread that ends none in ten of them is gone. */
const STALL_MS = 600_000;

/** Whether there is such a thread: only in the compiled program, as Node.js 20 runs no TypeScript. */
export function hasSearchThread(): boolean {
  return existsSync(WORKER);
}

/** Prepares a thread that will write its index to `path`. Its methods throw what the thread fails with. */
export function openSearchThread(path: string): SearchThread {
  const ring = createRingMemory();
  const spill = createTextSpill(`${path}-waiting`);
  const writer = new RingWriter(ring, { stallMs: STALL_MS, spill });
  let worker: RunningWorker | undefined;

  function attempt<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      throw error instanceof RingBroken ? (worker?.cause() ?? error) : error;
    }
  }

  return {
    add(row) {
      const isTaken = attempt(() => writer.add(row));
      if (writer.hasSent) {
        worker ??= startWorker({ path, ring, onExit: () => writer.loseReader() });
      }
      return isTaken;
    },
    end() {
      if (worker !== undefined) {
        attempt(() => writer.end());
      }
    },
    finish() {
      if (worker !== undefined) {
        attempt(() => writer.whenRead());
        spill.close(); // What is written next may take its place in the system's memory.
      }
      return worker !== undefined;
    },
    async close() {
      await worker?.stop();
      spill.close();
      await rm(path, { force: true });
    },
  };
}

interface RunningWorker {
  /** Why it ended, as far as it could tell. */
  cause(): Error | undefined;
  stop(): Promise<unknown>;
}

interface WorkerOptions extends Pick<SearchWork, 'path' | 'ring'> {
  readonly onExit: () => void;
}

function startWorker({ path, ring, onExit }: WorkerOptions): RunningWorker {
  createSideFile(path, 'write the search index');
  const { port1: errors, port2 } = new MessageChannel();
  const workerData: SearchWork = { path, ring, errors: port2 };
  const worker = new Worker(WORKER, {
    workerData,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  let death: Error | undefined;
  worker.on('error', (error: Error) => {
    death = error;
  });
  worker.on('exit', onExit);
  return {
    cause() {
      const received: { readonly message: CarriedError } | undefined = receiveMessageOnPort(errors);
      return received === undefined ? death : restoreError(received.message);
    },
    stop() {
      errors.close();
      return worker.terminate();
    },
  };
}
