import { Worker } from 'node:worker_threads';
import { carryError, createSystemClock, invariant } from '../../base/index.ts';
import type { SqlValue } from '../../store/index.ts';
import type { FromQueryChild, QueryAsked, ToQueryChild } from './query-messages.ts';

/** A batch is sent once it has this size, or after this time. */
const BATCH_BYTES = 256 * 1024;
const BATCH_MS = 50;

const WATCH = new URL('./watch-process.js', import.meta.url);

type Row = readonly SqlValue[];

/** A query that is running. */
export interface OpenedQuery {
  readonly columns: readonly string[];
  /** The next row; undefined after the last one. A promise only where rows must be waited for. */
  readonly next: () => Row | undefined | Promise<Row | undefined>;
}

/** Makes this process answer queries, one after the other: columns first, then batches of rows on request. */
export function answerQueries(open: (asked: QueryAsked) => OpenedQuery | Promise<OpenedQuery>): void {
  const clock = createSystemClock();
  let watch: Worker | undefined;
  let query: OpenedQuery | undefined;
  let bytesLeft = Number.POSITIVE_INFINITY;

  async function ask(asked: QueryAsked): Promise<FromQueryChild> {
    bytesLeft = asked.maxBytes;
    watch ??= new Worker(WATCH, { workerData: { maxMemoryBytes: asked.maxMemoryBytes } });
    watch.unref();
    query = await open(asked);
    return { type: 'columns', columns: query.columns };
  }

  async function more(maxRows: number): Promise<FromQueryChild> {
    invariant(query !== undefined, 'rows are asked for after the query');
    const batch: Row[] = [];
    const endMs = clock.now() + BATCH_MS;
    for (let sizeBytes = 0; batch.length < maxRows && sizeBytes < BATCH_BYTES && clock.now() < endMs; ) {
      const next = query.next();
      const row = next instanceof Promise ? await next : next;
      if (row === undefined) {
        return { type: 'rows', rows: batch, isLast: true, isCut: false };
      }
      const rowBytes = row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
      bytesLeft -= rowBytes;
      if (bytesLeft < 0) {
        return { type: 'rows', rows: batch, isLast: true, isCut: true };
      }
      batch.push(row);
      sizeBytes += rowBytes;
    }
    return { type: 'rows', rows: batch, isLast: false, isCut: false };
  }

  const answer = (message: FromQueryChild) => process.send?.(message);
  process.on('SIGINT', () => undefined); // Ctrl-C also reaches this process; the parent decides when it ends.
  process.on('message', async (message: ToQueryChild) => {
    try {
      answer(message.type === 'ask' ? await ask(message) : await more(message.maxRows));
    } catch (error) {
      answer({ type: 'failed', error: carryError(error) });
    }
  });
  answer({ type: 'ready' });
}

function sizeOf(value: SqlValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length + 8 : 8;
}
