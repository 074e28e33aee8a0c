import { createLargeCollector } from '../base/garbage.ts';
import type { Open } from '../base/json.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import type { Change } from './change-log.ts';
import type { Database } from './database.ts';
import { isSameRecord } from './diff-records.ts';
import { createCurrentRecords } from './history/current-records.ts';
import { createVersionReader } from './history/read-state.ts';
import {
  createRenamedRecords,
  type RenamedRecord,
  type RenamedRecords,
  withRepositoryName,
} from './history/renamed-records.ts';

/** A record that differs between two positions in time. */
export interface RecordDifference {
  readonly kind: Open<RecordKind>;
  readonly url: string | undefined;
  /** `owner/name` of its repository; undefined if it has none. */
  readonly repo: string | undefined;
  /** The kind of change; `moved` means that only the name of its repository differs. */
  readonly change: Change | 'moved';
  /** `owner/name` of its repository at the first position, if it was renamed since. */
  readonly formerRepo?: string | undefined;
  /** JSON text at the first position, with the repository's name at the second; undefined if it did not exist there. */
  readonly before: string | undefined;
  /** JSON text at the second position; undefined if it did not exist there. */
  readonly after: string | undefined;
}

interface ChangedRecord {
  readonly record_id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly repo: string | null;
  readonly change: Change;
}

/** Two positions in time; the first may be the later one. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Only records with these urls; all if absent. */
  readonly urls?: readonly string[] | undefined;
}

/**
 * Yields every record that differs between two positions in time, ordered by kind, repository and url. If a repository
 * is known to have been renamed, its records are compared with those under the former name; a record of another
 * repository that has the name now is another record.
 */
export function* readDifferences(db: Database, { from, to, urls }: Span): Generator<RecordDifference> {
  const [earlier, later] = from < to ? [from, to] : [to, from];
  const current = createCurrentRecords(db);
  const firstAfterEarlier = createVersionReader(db, earlier);
  const firstAfterLater = createVersionReader(db, later);
  const differ = createDifferences(createRenamedRecords(db), { from, to });
  const onCompared = createLargeCollector();
  let comparedBytes = 0;
  for (const row of selectChanged(db, [earlier, later], urls)) {
    onCompared(comparedBytes);
    const id = row.record_id;
    const change = firstAfterLater(id);
    const old = firstAfterEarlier(id)?.previous ?? null;
    const young = change === undefined ? current.read(row.kind, id) : change.previous;
    comparedBytes = (old?.length ?? 0) + (young?.length ?? 0);
    yield* differ(row, old, young);
  }
  onCompared(comparedBytes);
}

/** Creates a function that compares the versions of a record at the earlier and the later position. */
function createDifferences(renamed: RenamedRecords, { from, to }: Span) {
  const isForward = from < to;
  const [earlier, later] = isForward ? [from, to] : [to, from];
  const pair = (first: RenamedRecord, second: RenamedRecord) =>
    isForward ? compare(first, second) : compare(second, first);

  /** The record existed at both positions. */
  function differ(row: ChangedRecord, old: string, young: string): RecordDifference | undefined {
    if (isSameRecord(old, young)) {
      return undefined;
    }
    const formerRepo = renamed.nameAt({ ...row, at: later, position: earlier });
    if (formerRepo === undefined || row.repo === null) {
      const [before, after] = isForward ? [old, young] : [young, old];
      return { ...nameOf(row), change: 'changed', before, after };
    }
    const url = row.url ?? '';
    const [first, second] = [
      { url, repo: formerRepo, json: old },
      { url, repo: row.repo, json: young },
    ];
    return { kind: row.kind, ...pair(first, second) };
  }

  return function* (
    row: ChangedRecord,
    old: string | null,
    young: string | null,
  ): Generator<RecordDifference> {
    if (old !== null && young !== null && !renamed.isOther({ ...row, at: earlier, position: later })) {
      const difference = differ(row, old, young);
      yield* difference === undefined ? [] : [difference];
      return;
    }
    if (young !== null) {
      const former = renamed.find({ ...row, at: later, position: earlier });
      const itself = { url: row.url ?? '', repo: row.repo ?? '', json: young };
      const came = row.change === 'returned' ? ('returned' as const) : ('added' as const);
      yield former !== undefined
        ? { kind: row.kind, ...pair(former, itself) }
        : isForward
          ? { ...nameOf(row), change: came, before: undefined, after: young }
          : { ...nameOf(row), change: 'vanished', before: young, after: undefined };
    }
    // Otherwise the comparison is yielded with the record of the new name.
    if (old !== null && renamed.find({ ...row, at: earlier, position: later }) === undefined) {
      yield isForward
        ? { ...nameOf(row), change: 'vanished', before: old, after: undefined }
        : { ...nameOf(row), change: 'added', before: undefined, after: old };
    }
  };
}

function nameOf({ kind, url, repo }: ChangedRecord): Pick<RecordDifference, 'kind' | 'url' | 'repo'> {
  return { kind, url: url ?? undefined, repo: repo ?? undefined };
}

/** Compares a record with its version under another name of its repository. */
function compare(first: RenamedRecord, second: RenamedRecord): Omit<RecordDifference, 'kind'> {
  const { repo, url } = second;
  const [before, after] = [first, second].map(({ json }) => withRepositoryName(json, first.repo, repo));
  const isMoved = isSameRecord(before ?? '', after ?? '');
  return { url, repo, formerRepo: first.repo, change: isMoved ? 'moved' : 'changed', before, after };
}

/** The records that changed between two positions, each with its first change. */
function selectChanged(
  db: Database,
  ends: readonly [earlier: number, later: number],
  urls: readonly string[] | undefined,
): Iterable<ChangedRecord> {
  const isNamed = urls === undefined ? '' : 'AND url IN (SELECT value FROM json_each(?))';
  return db
    .prepare<unknown[], ChangedRecord>(`
      SELECT record_id, kind, url, repo, change, min(snapshots.position)
      FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
      WHERE snapshots.position > ? AND snapshots.position <= ? ${isNamed}
      GROUP BY record_id ORDER BY kind, repo, url, record_id
    `)
    .iterate(...ends, ...(urls === undefined ? [] : [JSON.stringify(urls)]));
}
