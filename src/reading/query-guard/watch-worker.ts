/**
 * A watchdog thread that kills its process when it uses too much memory, or when its parent has exited. SQLite's own
 * limit (`PRAGMA hard_heap_limit`) has no effect in builds without memory statistics such as better-sqlite3
 * (sqlite.org/c3ref/hard_heap_limit64.html).
 */

import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 20;

const { maxMemoryBytes } = workerData as { maxMemoryBytes: number }; // Passed by the module that starts this thread.
const parent = process.ppid;
const bell = new Int32Array(new SharedArrayBuffer(4)); // Never notified: waiting on it is a synchronous sleep.

while (process.memoryUsage.rss() <= maxMemoryBytes && process.ppid === parent) {
  Atomics.wait(bell, 0, 0, LOOK_EVERY_MS);
}
process.kill(process.pid, 'SIGKILL'); // A thread inside of SQLite handles no other signal.
