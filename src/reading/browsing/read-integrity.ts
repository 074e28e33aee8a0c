import type { Database } from '../../store/database.ts';
import { type FileContent, KEPT_CONTENTS } from '../../store/kept-contents.table.ts';

/** A record that violates the schema of its kind. */
export interface RejectedRecord {
  readonly snapshotId: number;
  readonly kind: string;
  readonly entryName: string;
  readonly recordIndex: number;
  /** The violations (JSON array). */
  readonly findings: string;
}

/** How many of the files and repositories that an archive lists are kept in the store's folders. */
export interface KeptCount {
  readonly what: 'attachments' | 'uploads' | 'release assets' | 'repositories' | 'wikis';
  readonly named: number;
  readonly kept: number;
}

/** How much of what archives name a store has. */
export interface KeptState {
  readonly rejectedCount: number;
  readonly kept: readonly KeptCount[];
  readonly keptBytes: number;
}

/** What a store records about its own completeness. */
export interface Integrity extends KeptState {
  /** The first of the rejected records, up to a limit. */
  readonly rejected: readonly RejectedRecord[];
  /** Records of kinds without a table. */
  readonly others: readonly { readonly kind: string; readonly count: number }[];
  readonly isIndexed: boolean;
}

const MAX_REJECTED = 100;

/** The roles of files, and the queries for repositories: those of the records that name them, and of those that are kept. */
const KEPT = {
  attachments: 'attachment',
  uploads: 'repository_file',
  'release assets': 'release_asset',
  repositories: [
    'SELECT count(*) FROM repositories WHERE git_url IS NOT NULL',
    'SELECT count(DISTINCT repo) FROM kept_repositories WHERE is_wiki = 0',
  ],
  wikis: [
    'SELECT count(*) FROM repositories WHERE wiki_url IS NOT NULL',
    'SELECT count(DISTINCT repo) FROM kept_repositories WHERE is_wiki = 1',
  ],
} as const satisfies Readonly<
  Record<KeptCount['what'], FileContent | readonly [named: string, kept: string]>
>;

/** Counts files by role, each name once: the rows of a name follow each other, and have the same role. */
const FILE_COUNTS =
  'SELECT content, count(*) FROM (SELECT content FROM kept_files GROUP BY entry_name) GROUP BY content';

/** The bytes of all files and repositories, each once: those with the same digest or folder follow each other in an index. */
const KEPT_BYTES = `
  SELECT (SELECT coalesce(sum(size_bytes), 0) FROM (SELECT size_bytes FROM kept_files GROUP BY sha256))
       + (SELECT coalesce(sum(size_bytes), 0) FROM (SELECT size_bytes FROM kept_repositories GROUP BY folder))`;

/** Counts rejected records and kept files. */
export function readKeptState(db: Database): KeptState {
  const number = createCounter(db);
  const files = new Map(db.prepare<[], [FileContent, number]>(FILE_COUNTS).raw().all());
  return {
    rejectedCount: number('SELECT count(*) FROM rejected_records'),
    kept: Object.entries(KEPT).map(([key, counted]) => {
      const what = key as KeptCount['what']; // A key of the table.
      return typeof counted === 'string'
        ? {
            what,
            named: number(`SELECT count(*) FROM ${KEPT_CONTENTS[counted]}`),
            kept: files.get(counted) ?? 0,
          }
        : { what, named: number(counted[0]), kept: number(counted[1]) };
    }),
    keptBytes: number(KEPT_BYTES),
  };
}

function createCounter(db: Database) {
  return (sql: string) => Number(db.prepare(sql).pluck().get());
}

/** The same, with the rejected records and the kinds without a table. */
export function readIntegrity(db: Database, state: KeptState): Integrity {
  return {
    ...state,
    rejected: db
      .prepare<[], RejectedRecord>(
        `SELECT snapshot_id AS snapshotId, kind, entry_name AS entryName, record_index AS recordIndex, findings
         FROM rejected_records ORDER BY id LIMIT ${MAX_REJECTED}`,
      )
      .all(),
    others: db
      .prepare<[], Integrity['others'][number]>(
        'SELECT kind, count(*) AS count FROM other_records GROUP BY kind ORDER BY count DESC',
      )
      .all(),
    isIndexed: createCounter(db)('SELECT count(*) FROM (SELECT 1 FROM search_documents LIMIT 1)') > 0,
  };
}
