import type { Database } from '../../store/database.ts';

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

/** What a store records about its own completeness. */
export interface Integrity {
  readonly rejectedCount: number;
  /** The first of them, up to a limit. */
  readonly rejected: readonly RejectedRecord[];
  readonly kept: readonly KeptCount[];
  readonly keptBytes: number;
  /** Records of kinds without a table. */
  readonly others: readonly { readonly kind: string; readonly count: number }[];
  readonly isIndexed: boolean;
}

const MAX_REJECTED = 100;

const KEPT: Readonly<Record<KeptCount['what'], readonly [named: string, kept: string]>> = {
  attachments: ['SELECT count(*) FROM attachments', fileCount('attachment')],
  uploads: ['SELECT count(*) FROM repository_files', fileCount('repository_file')],
  'release assets': ['SELECT count(*) FROM release_assets', fileCount('release_asset')],
  repositories: [
    'SELECT count(*) FROM repositories WHERE git_url IS NOT NULL',
    'SELECT count(DISTINCT repo) FROM kept_repositories WHERE is_wiki = 0',
  ],
  wikis: [
    'SELECT count(*) FROM repositories WHERE wiki_url IS NOT NULL',
    'SELECT count(DISTINCT repo) FROM kept_repositories WHERE is_wiki = 1',
  ],
};

function fileCount(content: string): string {
  return `SELECT count(DISTINCT entry_name) FROM kept_files WHERE content = '${content}'`;
}

/** Counts rejected records, kept files and records without a table. */
export function readIntegrity(db: Database): Integrity {
  const number = (sql: string) => Number(db.prepare(sql).pluck().get());
  return {
    rejectedCount: number('SELECT count(*) FROM rejected_records'),
    rejected: db
      .prepare<[], RejectedRecord>(
        `SELECT snapshot_id AS snapshotId, kind, entry_name AS entryName, record_index AS recordIndex, findings
         FROM rejected_records ORDER BY id LIMIT ${MAX_REJECTED}`,
      )
      .all(),
    kept: Object.entries(KEPT).map(([what, [named, kept]]) => ({
      what: what as KeptCount['what'], // A key of the table.
      named: number(named),
      kept: number(kept),
    })),
    keptBytes: number(
      `SELECT (SELECT coalesce(sum(size_bytes), 0) FROM (SELECT DISTINCT sha256, size_bytes FROM kept_files))
            + (SELECT coalesce(sum(size_bytes), 0) FROM (SELECT DISTINCT folder, size_bytes FROM kept_repositories))`,
    ),
    others: db
      .prepare<[], Integrity['others'][number]>(
        'SELECT kind, count(*) AS count FROM other_records GROUP BY kind ORDER BY count DESC',
      )
      .all(),
    isIndexed: number('SELECT count(*) FROM (SELECT 1 FROM search_documents LIMIT 1)') > 0,
  };
}
