import { access } from 'node:fs';

const INTERVAL_MS = 10_000;

/**
 * Asks a trifle of the threads that read, write and unpack for Node.js, every `intervalMs` milliseconds, for as long as the process
 * waits for anything else. Condition variables of glibc before 2.41 can lose a wake-up (bug 25847): the request then waits in the
 * queue of idle threads until the next one, and a load of an archive stood still for minutes.
 */
export function keepThreadPoolAwake(intervalMs = INTERVAL_MS): void {
  setInterval(() => access(process.execPath, () => undefined), intervalMs).unref();
}
