import { createLargeCollector } from '../../base/index.ts';
import type { Database } from '../database/database.ts';
import { isSameRecord } from '../rows/diff-records.ts';
import type { Change } from './change-log.ts';
import { createCurrentRecords } from './current-records.ts';
import { createVersionReader } from './read-state.ts';
import { createRenamedRecords, type RenamedRecord, withRepositoryName } from './renamed-records.ts';

/** A record that differs between two positions in time. */
export interface RecordDifference {
  readonly kind: string;
  readonly url: string | undefined;
  /** `owner/name` of its repository; undefined if it has none. */
  readonly repo: string | undefined;
  /** The kind of change; `moved` means that only the name of its repository differs. */
  readonly change: Change | 'moved';
  /** `owner/name` of its repository at the first position, if it was renamed since. */
  readonly formerRepo?: string;
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
}

/**
 * Yields every record that differs between two positions in time, ordered by kind, repository and url. If a repository
 * is known to have been renamed, its records are compared with those under the former name.
 */
export function* readDifferences(db: Database, { from, to }: Span): Generator<RecordDifference> {
  const [earlier, later] = from < to ? [from, to] : [to, from];
  const current = createCurrentRecords(db);
  const firstAfterEarlier = createVersionReader(db, earlier);
  const firstAfterLater = createVersionReader(db, later);
  const findRenamed = createRenamedRecords(db);
  const onCompared = createLargeCollector();
  let comparedBytes = 0;
  for (const row of selectChanged(db, earlier, later)) {
    onCompared(comparedBytes);
    const id = row.record_id;
    const change = firstAfterLater(id);
    const old = firstAfterEarlier(id)?.previous ?? null;
    const young = change === undefined ? current.read(row.kind, id) : change.previous;
    comparedBytes = (old?.length ?? 0) + (young?.length ?? 0);
    const [before, after] = from < to ? [old, young] : [young, old];
    const kind = classify(before, after, from < to && row.change === 'returned');
    if (kind === undefined) {
      continue;
    }
    const known = { kind: row.kind, url: row.url ?? undefined, repo: row.repo ?? undefined };
    const renamed = kind === 'changed' ? undefined : findRenamed?.(row, old === null ? earlier : later);
    if (renamed === undefined) {
      yield { ...known, change: kind, before: before ?? undefined, after: after ?? undefined };
    } else if (young !== null) {
      const itself = { url: row.url ?? '', repo: row.repo ?? '', json: young };
      yield { kind: row.kind, ...(from < to ? compare(renamed, itself) : compare(itself, renamed)) };
    } // Otherwise the comparison is yielded with the record of the new name.
  }
  onCompared(comparedBytes);
}

/** Compares a record with its version under another name of its repository. */
function compare(first: RenamedRecord, second: RenamedRecord): Omit<RecordDifference, 'kind'> {
  const { repo, url } = second;
  const [before, after] = [first, second].map(({ json }) => withRepositoryName(json, first.repo, repo));
  const isMoved = isSameRecord(before ?? '', after ?? '');
  return { url, repo, formerRepo: first.repo, change: isMoved ? 'moved' : 'changed', before, after };
}

/** The records that changed between two positions, each with its first change. */
function selectChanged(db: Database, earlier: number, later: number): Iterable<ChangedRecord> {
  return db
    .prepare<[number, number], ChangedRecord>(`
      SELECT record_id, kind, url, repo, change, min(snapshots.position)
      FROM record_changes JOIN snapshots ON snapshots.id = snapshot_id
      WHERE snapshots.position > ? AND snapshots.position <= ?
      GROUP BY record_id ORDER BY kind, repo, url, record_id
    `)
    .iterate(earlier, later);
}

function classify(before: string | null, after: string | null, isReturn: boolean): Change | undefined {
  if (before === null) {
    return after === null ? undefined : isReturn ? 'returned' : 'added';
  }
  if (after === null) {
    return 'vanished';
  }
  return isSameRecord(before, after) ? undefined : 'changed';
}
