/** The child process that answers slow queries. Only its parent sends requests, always for the same store. */

import { Worker } from 'node:worker_threads';
import { carryError } from '../../../base/index.ts';
import { type Database, openForQueries } from '../../../store/index.ts';
import {
  type PoolRequest,
  type PoolResponse,
  SLOW_QUERIES,
  type SlowQueryName,
} from './slow-queries.table.ts';

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

let db: Database | undefined;

new Worker(new URL('../../query-guard/watch-process.js', import.meta.url), {
  workerData: { maxMemoryBytes: MAX_MEMORY_BYTES },
}).unref();

process.on('SIGINT', () => undefined); // Ctrl-C also reaches this process; the parent decides when it ends.
process.on('message', ({ path, name, options }: PoolRequest) => {
  try {
    db ??= openForQueries(path);
    answer({ answer: answerTo(db, name, options) });
  } catch (error) {
    answer({ error: carryError(error) });
  }
});

function answer(message: PoolResponse): void {
  process.send?.(message);
}

function answerTo(store: Database, name: SlowQueryName, options: unknown): unknown {
  const query = SLOW_QUERIES[name] as (db: Database, options: unknown) => unknown; // `run` checks the types.
  return query(store, options);
}
