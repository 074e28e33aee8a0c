import { createSystemClock } from '../../base/clock.ts';
import type { Database } from '../../store/database.ts';
import { runQuery, type SqlValue } from '../../store/query.ts';

export type Row = readonly SqlValue[];

/** The limit that cut a result short. */
export type QueryCut = 'time' | 'rows' | 'size';

export interface ReadOptions {
  readonly sql: string;
  /** Values for `:name`, `@name` and `$name`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly maxRows: number;
  /** The size limit of the result; the row that exceeds it and those after it are dropped. */
  readonly maxBytes: number;
  /** Looked at after each row. */
  readonly maxMs: number;
}

export interface QueryRows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Null if all rows were read. */
  readonly cut: QueryCut | null;
}

/** Runs one read-only statement and reads its rows up to the limits. Fails with `query-refused`. */
export function readQuery(db: Database, options: ReadOptions): QueryRows {
  const { sql, parameters, maxRows, maxBytes, maxMs } = options;
  const clock = createSystemClock();
  const endMs = clock.now() + maxMs;
  const { columns, rows: all } = runQuery(db, sql, { parameters });
  const rows: Row[] = [];
  let bytesLeft = maxBytes;
  for (const row of all) {
    bytesLeft -= sizeOfRow(row);
    const cut = rows.length === maxRows ? 'rows' : bytesLeft < 0 ? 'size' : undefined;
    if (cut !== undefined) {
      return { columns, rows, cut };
    }
    rows.push(row);
    if (clock.now() > endMs) {
      return { columns, rows, cut: 'time' };
    }
  }
  return { columns, rows, cut: null };
}

/** About how much memory a row takes. */
export function sizeOfRow(row: Row): number {
  return row.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length + 8 : 8),
    0,
  );
}
