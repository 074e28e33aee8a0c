import type { Database } from './database.ts';
import type { RowLayout } from './row-layout.ts';

/** The newest `created_at` or `updated_at` of all records; times that are still to come (`due_on`) do not count. */
export function newestTimestamp(db: Database, layouts: readonly RowLayout[]): string | undefined {
  const selects = layouts.flatMap(({ table, columns }) =>
    ['created_at', 'updated_at']
      .filter((column) => columns.includes(column))
      .map((column) => `SELECT max(${column}) AS newest FROM ${table}`),
  );
  const newest = db
    .prepare<[], string | null>(`SELECT max(newest) FROM (${selects.join(' UNION ALL ')})`)
    .pluck();
  return newest.get() ?? undefined;
}
