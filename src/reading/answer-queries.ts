import { createSystemClock } from '../base/clock.ts';
import { invariant } from '../base/failure.ts';
import type { SqlValue } from '../store/query.ts';
import { answerJobs } from './query-guard/answer-jobs.ts';
import { type Row, sizeOfRow } from './query-guard/read-query.ts';

/** A batch is sent once it has this size, or after this time. */
const BATCH_BYTES = 256 * 1024;
const BATCH_MS = 50;

export interface OpenedQuery {
  readonly columns: readonly string[];
  /** The next row; undefined after the last one. A promise only where rows must be waited for. */
  readonly next: () => Row | undefined | Promise<Row | undefined>;
}

export interface QueryAsked {
  readonly type: 'ask';
  /** The store or lake. */
  readonly path: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The memory limit of the whole process. */
  readonly maxMemoryBytes: number;
  /** The size limit of all rows together. */
  readonly maxBytes: number;
}

/** The jobs of a process that runs a query: first the query, which is answered with its columns, then each batch of rows. */
export type QueryJob = QueryAsked | { readonly type: 'more'; readonly maxRows: number };

export interface RowBatch {
  readonly rows: readonly (readonly SqlValue[])[];
  readonly isLast: boolean;
  readonly isCut: boolean;
}

/** Makes this process answer queries, one after the other: columns first, then batches of rows on request. */
export function answerQueries(open: (asked: QueryAsked) => OpenedQuery | Promise<OpenedQuery>): void {
  const clock = createSystemClock();
  let query: OpenedQuery | undefined;
  let bytesLeft = Number.POSITIVE_INFINITY;

  async function more(maxRows: number): Promise<RowBatch> {
    invariant(query !== undefined, 'rows are asked for after the query');
    const rows: Row[] = [];
    const endMs = clock.now() + BATCH_MS;
    for (let sizeBytes = 0; rows.length < maxRows && sizeBytes < BATCH_BYTES && clock.now() < endMs; ) {
      const next = query.next();
      const row = next instanceof Promise ? await next : next;
      if (row === undefined) {
        return { rows, isLast: true, isCut: false };
      }
      const rowBytes = sizeOfRow(row);
      bytesLeft -= rowBytes;
      if (bytesLeft < 0) {
        return { rows, isLast: true, isCut: true };
      }
      rows.push(row);
      sizeBytes += rowBytes;
    }
    return { rows, isLast: false, isCut: false };
  }

  answerJobs(async (job: QueryJob) => {
    if (job.type === 'more') {
      return await more(job.maxRows);
    }
    bytesLeft = job.maxBytes;
    query = await open(job);
    return query.columns;
  });
}
