import { createLargeCollector } from '../../base/garbage.ts';
import type { Database } from '../database.ts';
import type { RecordSink } from '../writing/batch-writer.ts';
import { homeIn, type RecordHead } from './read-heads.ts';
import type { RejectedKey } from './snapshot-contents.ts';

/** A record of an older archive that is yet to be inserted. */
export interface StagedRecord extends Omit<RecordHead, 'id'> {
  /** Null if the record could not be read. */
  readonly json: string | null;
  /** Where the archive contains it, for records without a table of their own. */
  readonly entryName: string;
  readonly index: number;
}

/** Stages the records of an archive in a temporary table: they become history, not the current state of the store. */
export interface StagingSink extends RecordSink {
  /** The urls of the repositories whose records are in the archive. */
  repositories(): readonly string[];
  /** The records that could not be read. */
  rejected(): readonly RejectedKey[];
  /** All records; other tables may be written meanwhile. */
  records(): Iterable<StagedRecord>;
}

/** Records per page, and the size of those that are read one by one: a page is in memory. */
const PAGE = 500;
const LARGE_BYTES = 16 * 1024;

export function createStagingSink(db: Database): StagingSink {
  db.exec(`
    CREATE TEMP TABLE staged_records (
      id INTEGER PRIMARY KEY, kind TEXT, url TEXT, repo TEXT, json TEXT, entry_name TEXT, record_index INTEGER
    );
    CREATE UNIQUE INDEX temp.staged_records_url ON staged_records (kind, url) WHERE url IS NOT NULL;
  `);
  const insert = db.prepare(`
    INSERT INTO temp.staged_records (kind, url, repo, json, entry_name, record_index) VALUES (?, ?, ?, CAST(? AS TEXT), ?, ?)
    ON CONFLICT (kind, url) WHERE url IS NOT NULL DO UPDATE SET
      repo = excluded.repo, json = excluded.json,
      entry_name = excluded.entry_name, record_index = excluded.record_index
  `);
  const insertKept = db.prepare(
    "INSERT INTO temp.staged_records (kind, url, entry_name) VALUES (?, ?, '') ON CONFLICT DO NOTHING",
  );
  const page = db.prepare<
    [number],
    StagedRecord & { readonly id: number; readonly sizeBytes: number | null }
  >(`
    SELECT id, kind, url, repo, ${homeIn('json')} AS home, entry_name AS entryName, record_index AS "index",
           octet_length(json) AS sizeBytes, iif(octet_length(json) > ${LARGE_BYTES}, NULL, json) AS json
    FROM temp.staged_records WHERE id > ? ORDER BY id LIMIT ${PAGE}
  `);
  const large = db.prepare<[number], string>('SELECT json FROM temp.staged_records WHERE id = ?').pluck();
  const onRecord = createLargeCollector();
  return {
    write(record, { table, key, kind, url, entryName, index }) {
      insert.run(kind, url, table.repoOf(record, key), record.bytes, entryName, index);
    },
    keep({ kind, url }) {
      insertKept.run(kind, url);
    },
    rejected: () =>
      db
        .prepare<[], RejectedKey>(
          'SELECT kind, url FROM temp.staged_records WHERE json IS NULL AND url IS NOT NULL',
        )
        .all(),
    repositories: () =>
      db
        .prepare<[], string>(
          "SELECT url FROM temp.staged_records WHERE kind = 'repository' AND url IS NOT NULL",
        )
        .pluck()
        .all(),
    *records() {
      let lastId = 0;
      for (let rows = page.all(lastId); rows.length > 0; rows = page.all(lastId)) {
        for (const row of rows) {
          if (row.sizeBytes !== null && row.sizeBytes > LARGE_BYTES) {
            onRecord(row.sizeBytes);
            yield { ...row, json: large.get(row.id) ?? null };
          } else {
            yield row;
          }
        }
        lastId = rows.at(-1)?.id ?? lastId;
      }
    },
  };
}
