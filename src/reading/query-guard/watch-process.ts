/**
 * The thread that ends its process when that takes too much memory, or when the one that asked is gone. SQLite's own
 * limit (`PRAGMA hard_heap_limit`) does nothing where it was built without memory statistics, as in better-sqlite3
 * (sqlite.org/c3ref/hard_heap_limit64.html).
 */

import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 20;

const { maxMemoryBytes } = workerData as { maxMemoryBytes: number }; // Given by `query-child.ts`.
const parent = process.ppid;
const bell = new Int32Array(new SharedArrayBuffer(4)); // Never rung: waiting for it passes the time.

while (process.memoryUsage.rss() <= maxMemoryBytes && process.ppid === parent) {
  Atomics.wait(bell, 0, 0, LOOK_EVERY_MS);
}
process.kill(process.pid, 'SIGKILL'); // A thread that is inside SQLite hears nothing else.
