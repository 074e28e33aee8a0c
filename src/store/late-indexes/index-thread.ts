import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { createSideFile } from '../side-database.ts';
import type { IndexTask, SideFiles } from './side-indexes.ts';
import { createBoardMemory, TaskBoard } from './task-board.ts';

/** What the thread is told to do. */
export interface IndexWork extends SideFiles {
  readonly board: SharedArrayBuffer;
}

/** Builds indexes in a thread of its own, which starts with the first task. */
export interface IndexThread {
  /** The file that it writes. */
  readonly path: string;
  give(task: IndexTask): void;
  /** Takes a task back; false where it was begun. */
  withdraw(task: IndexTask): boolean;
  /** Waits until a task that was begun is so far; false where it failed. */
  waitFor(task: IndexTask, goal: 'proved' | 'done'): boolean;
  /** Rows of the task's first table, once it is proved. */
  rowsOf(task: IndexTask): number;
  /** Ends the thread, wherever it stands, and removes its file. */
  close(): Promise<void>;
}

const WORKER = new URL('./index-worker.js', import.meta.url);

/** The thread holds no rows in JavaScript. */
const YOUNG_MB = 1;

/** An index of many million rows takes a minute; a thread that ends none in ten of them is gone. */
const STALL_MS = 600_000;

/** Whether there is such a thread: only in the compiled program, as Node.js 20 runs no TypeScript. */
export function hasIndexThread(): boolean {
  return existsSync(WORKER);
}

/** Prepares a thread. `storeFile` must stay open until it is closed. */
export function openIndexThread({ path, storeFile }: SideFiles): IndexThread {
  const memory = createBoardMemory();
  const board = new TaskBoard(memory);
  let worker: Worker | undefined;
  return {
    path,
    give(task) {
      worker ??= startWorker({ path, storeFile, board: memory });
      worker.postMessage(task);
    },
    withdraw: ({ number }) => board.take(number, 'withdrawn'),
    waitFor: ({ number }, goal) => board.waitFor(number, goal, STALL_MS),
    rowsOf: ({ number }) => board.rowsOf(number),
    async close() {
      await worker?.terminate();
      await rm(path, { force: true });
    },
  };
}

function startWorker(workerData: IndexWork): Worker {
  createSideFile(workerData.path, 'write indexes');
  const worker = new Worker(WORKER, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  worker.on('error', () => {}); // Its tasks stay as they are: they are taken back, or waited for in vain.
  return worker;
}
