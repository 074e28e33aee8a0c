import type { Database } from '../database/database.ts';
import type { RowLayout } from '../rows/row-layout.ts';

/** What the lookup of a key returns, without reading the record. */
export interface FoundRecord {
  readonly id: number;
  readonly digest: number;
  readonly repo: string | null;
}

type FoundRow = readonly [id: number, digest: number, repo: string | null, url: string];

/** Number of rows that are read ahead at once. Twice as many are not faster. */
const MAX_AHEAD = 64;

/**
 * Creates a function that finds the records of a table by their urls. Records of an archive mostly have the order in
 * which an earlier archive was stored, so that after two neighbours the next rows are read without a lookup of each.
 * Rows may change between two calls only if the first call returned them.
 */
export function createOrderedFinder(
  db: Database,
  { table, columns }: RowLayout,
): (url: string) => FoundRecord | undefined {
  const cells = `id, digest, ${columns.includes('repo') ? 'repo' : 'NULL'}, url`;
  // As arrays: for the driver, building an object takes longer than finding the row.
  const findByUrl = db.prepare<[string], FoundRow>(`SELECT ${cells} FROM ${table} WHERE url = ?`).raw();
  const readAfter = db
    .prepare<[number, number], FoundRow>(`SELECT ${cells} FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`)
    .raw();
  let ahead: readonly FoundRow[] = [];
  let next = 0;
  let length = 0;
  let lastId: number | undefined;

  function look(url: string): FoundRow | undefined {
    const expected = ahead[next];
    if (expected?.[3] === url) {
      next += 1;
      return expected;
    }
    const isEnd = expected === undefined;
    const found = findByUrl.get(url);
    const isNext = isEnd && found !== undefined && found[0] - 1 === lastId;
    length = isNext ? Math.min(2 * length + 1, MAX_AHEAD) : 0;
    ahead = isNext ? readAfter.all(found[0], length) : [];
    next = 0;
    return found;
  }

  return (url) => {
    const row = look(url);
    lastId = row?.[0];
    return row && { id: row[0], digest: row[1], repo: row[2] };
  };
}
