import type { Database } from '../database.ts';

/** Finds the ids of records that were once in the store and have vanished. */
export interface FormerIds {
  ofUrl(kind: string, url: string): number | undefined;
  /** Records without a url are identified by their text; the oldest comes first. */
  ofNameless(record: NamelessRecord): readonly number[];
}

export interface NamelessRecord {
  readonly kind: string;
  readonly repo: string | null;
  readonly text: string;
}

export function createFormerIds(db: Database): FormerIds {
  const findByUrl = db
    .prepare<[string, string], number>(
      'SELECT record_id FROM record_changes WHERE url = ? AND kind = ? LIMIT 1',
    )
    .pluck();
  const findNameless = db
    .prepare<NamelessRecord, number>(
      `SELECT DISTINCT record_id FROM record_changes
       WHERE change = 'vanished' AND repo IS @repo AND kind = @kind AND url IS NULL AND previous = @text
         AND record_id NOT IN (SELECT id FROM other_records)
       ORDER BY record_id`,
    )
    .pluck();
  return {
    ofUrl: (kind, url) => findByUrl.get(url, kind),
    ofNameless: (record) => findNameless.all(record),
  };
}
