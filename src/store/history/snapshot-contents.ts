import type { JsonValue } from '../../base/json.ts';
import type { Database } from '../database.ts';
import type { ArchiveClaim } from '../snapshot.ts';
import { URL_READINGS } from '../url-readings.ts';
import { type ArchiveCoverage, createArchiveCoverage } from './archive-coverage.ts';
import { createFormerOwners } from './repository-names.ts';

/** A record that an archive contains but that could not be read. */
export interface RejectedKey {
  readonly kind: string;
  readonly url: string;
}

/** What an archive contained: needed when an older one is inserted before it. */
export interface ArchiveContents {
  /** Ranges of the ids of its records, in order. */
  readonly runs: Iterable<readonly [firstId: number, lastId: number]>;
  readonly rejected: Iterable<RejectedKey>;
  /** Kinds of records that could not be read, not even their key. */
  readonly unidentified: Iterable<string>;
  /** Their urls. */
  readonly repositories: Iterable<string>;
}

/** Stands for the url of a record whose own cannot be read. No record has it: a key is never empty. */
const NO_KEY = '';

export function writeContents(db: Database, snapshotId: number, contents: ArchiveContents): void {
  const insertRun = db.prepare('INSERT INTO snapshot_records VALUES (?, ?, ?)');
  const insertRejected = db.prepare('INSERT OR IGNORE INTO snapshot_rejections VALUES (?, ?, ?)');
  const insertRepository = db.prepare('INSERT OR IGNORE INTO snapshot_repositories VALUES (?, ?)');
  for (const [firstId, lastId] of contents.runs) {
    insertRun.run(snapshotId, firstId, lastId);
  }
  for (const { kind, url } of contents.rejected) {
    insertRejected.run(snapshotId, kind, url);
  }
  for (const kind of contents.unidentified) {
    insertRejected.run(snapshotId, kind, NO_KEY);
  }
  for (const url of contents.repositories) {
    const repo = URL_READINGS.repo(url);
    if (repo !== null) {
      insertRepository.run(snapshotId, repo);
    }
  }
}

/** What inserting an older archive needs to know about a snapshot in the store. */
export interface LaterSnapshot {
  readonly id: number;
  readonly position: number;
  has(recordId: number): boolean;
  /** Whether its archive contains the record, but unreadable. */
  hasRejected(kind: string, url: string | null): boolean;
  readonly coverage: ArchiveCoverage;
}

interface SnapshotRow {
  readonly id: number;
  readonly position: number;
  readonly claim: ArchiveClaim;
  readonly kinds: string;
  readonly scope: string | null;
}

/** The snapshots after a position in time, oldest first. */
export function readLaterSnapshots(db: Database, position: number): readonly LaterSnapshot[] {
  let repositories: readonly RepositoryUrl[] | undefined;
  const known = {
    readUrls: () => (repositories ??= readRepositoryUrls(db)),
    idBefore: createFormerOwners(db),
  };
  return db
    .prepare<[number], SnapshotRow>(
      'SELECT id, position, claim, kinds, scope FROM snapshots WHERE position > ? ORDER BY position',
    )
    .all(position)
    .map((row) => toLaterSnapshot(db, row, known));
}

interface RepositoryUrl {
  readonly id: number;
  readonly url: string;
}

/** What all snapshots share; read when it is needed. */
interface KnownRepositories {
  readonly readUrls: () => readonly RepositoryUrl[];
  readonly idBefore: ReturnType<typeof createFormerOwners>;
}

/** The urls of all repositories that were ever in the store. */
function readRepositoryUrls(db: Database): readonly RepositoryUrl[] {
  return db
    .prepare<[], RepositoryUrl>(`
      SELECT id, url FROM repositories UNION
      SELECT record_id, url FROM record_changes
      WHERE kind = 'repository' AND url IS NOT NULL AND snapshot_id IN (SELECT id FROM snapshots)
    `)
    .all();
}

function toLaterSnapshot(
  db: Database,
  { id, position, claim, kinds, scope }: SnapshotRow,
  { readUrls, idBefore }: KnownRepositories,
): LaterSnapshot {
  const runs = db
    .prepare<[number], readonly [number, number]>(
      'SELECT first_id, last_id FROM snapshot_records WHERE snapshot_id = ? ORDER BY first_id',
    )
    .raw()
    .all(id);
  const rejected = db
    .prepare<[number], RejectedKey>('SELECT kind, url FROM snapshot_rejections WHERE snapshot_id = ?')
    .all(id);
  const rejectedKeys = new Set(rejected.map(({ kind, url }) => `${kind} ${url}`));
  const request: JsonValue | undefined = scope === null ? undefined : JSON.parse(scope);
  const has = (recordId: number) => isInRuns(runs, recordId);
  const selectRepositories = () => [
    ...readUrls().flatMap((one) => (has(one.id) ? [one.url] : [])),
    ...rejected.flatMap(({ kind, url }) => (kind === 'repository' && url !== NO_KEY ? [url] : [])),
  ];
  return {
    id,
    position,
    has,
    hasRejected: (kind, url) => rejectedKeys.has(`${kind} ${url}`),
    coverage: createArchiveCoverage({
      claim,
      scope: request,
      kinds: new Set<string>(JSON.parse(kinds)),
      unidentified: new Set(rejected.filter(({ url }) => url === NO_KEY).map(({ kind }) => kind)),
      repositories: { [Symbol.iterator]: () => selectRepositories().values() },
      idBefore: idBefore(position),
    }),
  };
}

function isInRuns(runs: readonly (readonly [number, number])[], id: number): boolean {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle]?.[1] ?? 0) < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const run = runs[low];
  return run !== undefined && run[0] <= id;
}
