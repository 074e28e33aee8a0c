import { createHash, type Hash } from 'node:crypto';
import { nextTurn } from '../../base/clock.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import type { Database } from '../../store/database.ts';
import { runQuery, type SqlValue } from '../../store/query.ts';
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
  const onRead = createLargeCollector();
  let rowCount = 0;
  for (const row of runQuery(db, table.scan).rows) {
    const account = String(row[0]);
    const hash = hashes.get(account) ?? createHash('sha256').update(head);
    hashes.set(account, hash);
    onRead(digestRow(hash, row));
    rowCount += 1;
    if (rowCount % ROWS_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  return new Map([...hashes].map(([account, hash]) => [account, hash.digest('hex')]));
}

/** Longer texts are not copied. */
const MAX_COPIED_LENGTH = 64 * 1024;

/** Returns the length of the row. No other row has the same text: values have their types and lengths in it. */
function digestRow(hash: Hash, row: readonly SqlValue[]): number {
  let text = '';
  let length = 0;
  for (const value of row) {
    if (typeof value === 'string' && value.length <= MAX_COPIED_LENGTH) {
      text += `s${value.length}:${value}`;
    } else if (typeof value === 'string' || value instanceof Uint8Array) {
      hash.update(`${text}${typeof value === 'string' ? 's' : 'b'}${value.length}:`).update(value);
      length += value.length;
      text = '';
    } else {
      text += value === null ? 'n' : `${typeof value === 'bigint' ? 'i' : 'd'}${value};`;
    }
  }
  hash.update(text);
  return length + text.length;
}
