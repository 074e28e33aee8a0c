import { pluralOfKind } from '../../../src/model/record-kind.ts';
import type { Store } from '../../../src/store/store.ts';

/** The number of rows by table, and of the kinds without a table by the name that theirs would have. */
export function rowsByKind(store: Store): ReadonlyMap<string, number | undefined> {
  const others = store.query('SELECT kind, count(*) FROM other_records GROUP BY kind').rows;
  return new Map([
    ...store.tables().map(({ name, rows }) => [name, rows] as const),
    ...[...others].map(([kind, count]) => [pluralOfKind(String(kind)), Number(count)] as const),
  ]);
}
