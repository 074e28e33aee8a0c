import { createHash, type Hash } from 'node:crypto';
import { type Database, runQuery, type SqlValue } from '../../store/index.ts';
import type { PlannedTable } from './plan-lake.ts';

/** Rows between two chances to handle a signal. */
const ROWS_PER_TURN = 20_000;

/** Digests of the rows of a table by account. Accounts without rows are absent. */
export async function digestPartitions(
  db: Database,
  table: PlannedTable,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, Hash>();
  const head = JSON.stringify(table.columns);
  let rowCount = 0;
  for (const row of runQuery(db, table.scan).rows) {
    const account = String(row[0]);
    const hash = hashes.get(account) ?? createHash('sha256').update(head);
    hashes.set(account, hash);
    hash.update(textOf(row));
    rowCount += 1;
    if (rowCount % ROWS_PER_TURN === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
  }
  return new Map([...hashes].map(([account, hash]) => [account, hash.digest('hex')]));
}

/** A text that no other row has: each value has its type and, unless it is a number, its length. */
function textOf(row: readonly SqlValue[]): string {
  return row.map(valueText).join('');
}

function valueText(value: SqlValue): string {
  if (value === null) {
    return 'n';
  }
  if (typeof value === 'string') {
    return `s${value.length}:${value}`;
  }
  return value instanceof Uint8Array
    ? `b${value.length}:${Buffer.from(value).toString('latin1')}`
    : `${typeof value === 'bigint' ? 'i' : 'd'}${value};`;
}
