/** The process that `runGuardedQuery` starts: opens the store for reading and sends rows on request. */

import { Worker } from 'node:worker_threads';
import { carryError, createSystemClock, invariant } from '../../base/index.ts';
import { openForQueries, runQuery, type SqlValue } from '../../store/index.ts';
import type { FromQueryChild, ToQueryChild } from './query-messages.ts';

/** A batch is sent once it has this size, or after this time. */
const BATCH_BYTES = 256 * 1024;
const BATCH_MS = 50;

const WATCH = new URL('./watch-process.js', import.meta.url);

const clock = createSystemClock();
let rows: Iterator<readonly SqlValue[]> | undefined;
let bytesLeft = Number.POSITIVE_INFINITY;

process.on('SIGINT', () => undefined); // Ctrl-C also reaches this process; the parent decides when it ends.
process.on('message', (message: ToQueryChild) => {
  try {
    answer(message.type === 'ask' ? ask(message) : more(message.maxRows));
  } catch (error) {
    answer({ type: 'failed', error: carryError(error) });
  }
});
answer({ type: 'ready' });

function answer(message: FromQueryChild): void {
  process.send?.(message);
}

function ask({
  path,
  sql,
  parameters,
  maxMemoryBytes,
  maxBytes,
}: ToQueryChild & { type: 'ask' }): FromQueryChild {
  bytesLeft = maxBytes;
  new Worker(WATCH, { workerData: { maxMemoryBytes } }).unref();
  const db = openForQueries(path);
  const result = runQuery(db, sql, { parameters });
  rows = result.rows[Symbol.iterator]();
  return { type: 'columns', columns: result.columns };
}

function more(maxRows: number): FromQueryChild {
  invariant(rows !== undefined, 'rows are asked for after the query');
  const batch: (readonly SqlValue[])[] = [];
  const endMs = clock.now() + BATCH_MS;
  for (let sizeBytes = 0; batch.length < maxRows && sizeBytes < BATCH_BYTES && clock.now() < endMs; ) {
    const next = rows.next();
    if (next.done === true) {
      return { type: 'rows', rows: batch, isLast: true, isCut: false };
    }
    const rowBytes = next.value.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    bytesLeft -= rowBytes;
    if (bytesLeft < 0) {
      return { type: 'rows', rows: batch, isLast: true, isCut: true };
    }
    batch.push(next.value);
    sizeBytes += rowBytes;
  }
  return { type: 'rows', rows: batch, isLast: false, isCut: false };
}

function sizeOf(value: SqlValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length + 8 : 8;
}
