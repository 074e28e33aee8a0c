import type { Database } from './database.ts';
import { createCurrentRecords } from './history/current-records.ts';
import { createFormerIds } from './history/former-ids.ts';
import { homeIn } from './history/read-heads.ts';
import { readLaterSnapshots } from './history/snapshot-contents.ts';
import { textOf } from './record-facts.ts';
import { URL_READINGS } from './url-readings.ts';

/** A record that violated the schema of its kind, as its archive has it. */
export interface StoredRejection {
  /** Record file in the tar. */
  readonly entryName: string;
  /** Its text; bytes if it is not UTF-8. */
  readonly source: string | Buffer;
  readonly isJson: boolean;
}

interface RejectedRow extends Omit<StoredRejection, 'isJson'>, RejectedName {
  readonly isJson: number;
}

interface RejectedName {
  readonly kind: string;
  /** Null or another type if the record has no key. */
  readonly url: unknown;
  readonly repository: unknown;
  readonly home: unknown;
}

/**
 * The rejected records of the current state of a store. Like other records, one remains until a later archive contains
 * it in a form that can be read, or covers it and lacks it. Which later archives contain a record without a url is not
 * known, so it remains. Of one that was rejected several times, the latest version is returned.
 */
export function* readRejectedRecords(db: Database): Generator<StoredRejection> {
  const rows = db.prepare<[], RejectedRow>(`
    WITH keyed AS (
      SELECT rejected_records.id, position, kind, entry_name, record_index, source,
             CASE typeof(source) WHEN 'text' THEN json_valid(source) ELSE 0 END AS is_json
      FROM rejected_records JOIN snapshots ON snapshots.id = snapshot_id
    ), named AS (
      SELECT *, CASE WHEN is_json THEN json_extract(source, '$.url') END AS url,
             CASE WHEN is_json THEN json_extract(source, '$.repository') END AS repository
      FROM keyed
    ), dated AS (
      SELECT *, max(position) OVER (PARTITION BY kind, coalesce(url, id)) AS newest FROM named
    )
    SELECT kind, url, repository, CASE WHEN is_json THEN ${homeIn('source')} END AS home,
           entry_name AS entryName, source, is_json AS isJson
    FROM dated WHERE position = newest ORDER BY entry_name, record_index, id
  `);
  let isGone: ((name: RejectedName) => boolean) | undefined; // Most stores have no rejected records.
  for (const row of rows.iterate()) {
    isGone ??= createGoneTest(db);
    if (!isGone(row)) {
      yield { entryName: row.entryName, source: row.source, isJson: row.isJson === 1 };
    }
  }
}

/** Creates a test for records that a later archive than the last one that rejects them contains, or covers and lacks. */
function createGoneTest(db: Database): (name: RejectedName) => boolean {
  const newestFirst = readLaterSnapshots(db, 0).toReversed();
  const current = createCurrentRecords(db);
  const former = createFormerIds(db);
  return ({ kind, url, ...places }) => {
    if (typeof url !== 'string') {
      return false;
    }
    const last = newestFirst.findIndex((snapshot) => snapshot.hasRejected(kind, url));
    const id = current.findByUrl(url).find((found) => found.kind === kind)?.id ?? former.ofUrl(kind, url);
    const [repository, home] = [places.repository, places.home].map(textOf);
    const head = { kind, url, repo: URL_READINGS.repo(repository ?? home ?? url), home: home ?? null };
    return newestFirst
      .slice(0, Math.max(0, last)) // Without an entry it is not known which archives contain it.
      .some(({ has, coverage }) => (id !== undefined && has(id)) || coverage.covers(head));
  };
}
