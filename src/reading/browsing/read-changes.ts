import { lastSegment } from '../../base/text-ends.ts';
import type { Database } from '../../store/database.ts';
import { type RecordVersion, readHistory, SEEN_BEFORE } from '../../store/read-history.ts';
import { factsOfRecord } from '../../store/record-facts.ts';
import { readSnapshots } from '../../store/snapshot.ts';
import { createChangeTimes } from '../../store/when-changed.ts';
import { type Deletion, findDeletion } from '../find-deletion.ts';

/** A record of an older snapshot that is missing from a later one. */
export interface VanishedRecord {
  readonly kind: string;
  readonly url: string;
  readonly repo: string | null;
  /** The first snapshot without it. */
  readonly snapshotId: number;
  /** When it was deleted: `between 12 and 19 May 2026`. */
  readonly when: string;
  /** Its last known state (JSON). */
  readonly json: string;
}

const LAST_CHANGE = `
  NOT EXISTS (
    SELECT 1 FROM record_changes AS later JOIN snapshots AS ls ON ls.id = later.snapshot_id
    WHERE later.record_id = c.record_id AND ls.position > s.position)`;

/** Matches urls below a thread; reviews have urls below the files of their pull request. "$" follows "#" in ASCII. */
const below = (url: string) =>
  `(${url} >= ? || '#' AND ${url} < ? || '$' OR ${url} >= ? || '/files#' AND ${url} < ? || '/files$')`;

/** A comment or review of an older snapshot that is missing from a later one. */
export interface VanishedRemark extends Pick<VanishedRecord, 'kind' | 'url' | 'snapshotId' | 'when'> {
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly body: string;
  /** Who deleted it, and when; null if no event says that. */
  readonly deletion: Deletion | null;
}

/** The vanished comments and reviews of a thread. */
export function listVanishedBelow(db: Database, url: string): readonly VanishedRemark[] {
  const found = selectVanished(db, below('c.url'), [url, url, url, url]).filter(({ kind }) => isRemark(kind));
  const deletions = found.length === 0 ? [] : listDeletions(db, url);
  return found.map(({ kind, url: own, snapshotId, when, json }) => {
    const { author, body, createdAt } = factsOfRecord(json);
    const deletion = kind.endsWith('comment') ? (findDeletion(author, deletions) ?? null) : null;
    return { kind, url: own, author, createdAt, body, snapshotId, when, deletion };
  });
}

/** The events of a thread that say that comments were deleted. */
export function listDeletions(db: Database, threadUrl: string): readonly Deletion[] {
  return db
    .prepare<[string], Omit<Deletion, 'author'> & { readonly subject: string | null }>(
      `SELECT actor, created_at AS at, subject_url AS subject FROM issue_events
       WHERE thread_url = ? AND event = 'comment_deleted' ORDER BY created_at LIMIT ${MAX_VANISHED}`,
    )
    .all(threadUrl)
    .map(({ subject, ...event }) => ({ ...event, author: subject === null ? null : lastSegment(subject) }));
}

/** Events have no text, and threads of reviews have those of their comments. */
function isRemark(kind: string): boolean {
  return kind.endsWith('_comment') || kind === 'pull_request_review';
}

export function listVanished(db: Database, repo: string, kind: string): readonly VanishedRecord[] {
  return selectVanished(db, 'c.repo = ? AND c.kind = ?', [repo, kind]);
}

export function findVanished(db: Database, url: string): readonly VanishedRecord[] {
  return selectVanished(db, 'c.url = ?', [url]);
}

/** The vanished issues, pull requests and discussions with this number, whose urls end with it. */
export function findVanishedNumber(db: Database, repo: string, number: number): readonly VanishedRecord[] {
  const kinds = "('issue', 'pull_request', 'discussion')";
  return selectVanished(db, `c.repo = ? AND c.kind IN ${kinds} AND c.url LIKE ?`, [repo, `%/${number}`]);
}

const MAX_VANISHED = 200;

function selectVanished(db: Database, where: string, values: readonly string[]): readonly VanishedRecord[] {
  const whenOf = createChangeTimes(readSnapshots(db));
  return db
    .prepare<unknown[], Omit<VanishedRecord, 'when'> & { readonly seenBefore: number | null }>(
      `SELECT c.kind, c.url, c.repo, c.snapshot_id AS snapshotId, c.previous AS json,
              ${SEEN_BEFORE('c.record_id', 's')} AS seenBefore
       FROM record_changes AS c JOIN snapshots AS s ON s.id = c.snapshot_id
       WHERE ${where} AND c.change = 'vanished' AND c.url IS NOT NULL AND c.previous IS NOT NULL AND ${LAST_CHANGE}
       ORDER BY s.position DESC, c.record_id LIMIT ${MAX_VANISHED}`,
    )
    .all(...values)
    .map(({ seenBefore, ...record }) => ({
      ...record,
      when: whenOf(seenBefore, record.snapshotId),
    }));
}

/** A text before and after an edit. */
export interface Edit {
  readonly url: string;
  readonly kind: string;
  readonly author: string | null;
  /** The snapshot in which the new text first appeared. */
  readonly snapshotId: number;
  readonly takenAt: string | null;
  /** When it was edited: `between 12 and 19 May 2026`. */
  readonly when: string;
  readonly before: string;
  readonly after: string;
}

/** The edits between snapshots of the texts of a thread, its comments and its reviews, oldest first. */
export function listEdits(db: Database, url: string): readonly Edit[] {
  const changed = db
    .prepare<string[], string>(
      `SELECT DISTINCT url FROM record_changes
       WHERE change = 'changed' AND (url = ? OR ${below('url')}) LIMIT ${MAX_VANISHED}`,
    )
    .pluck()
    .all(url, url, url, url, url);
  const whenOf = createChangeTimes(readSnapshots(db));
  const takenAt = db.prepare<[number], string | null>('SELECT taken_at FROM snapshots WHERE id = ?').pluck();
  return changed.flatMap((changedUrl) => {
    const versions = readHistory(db, changedUrl);
    return versions.flatMap((version, index) => {
      const before = bodyOf(versions[index - 1]);
      const after = bodyOf(version);
      return version.change !== 'changed' || before === undefined || after === undefined || before === after
        ? []
        : [
            {
              url: changedUrl,
              kind: version.kind,
              author: factsOfRecord(version.json ?? '{}').author,
              snapshotId: version.from,
              takenAt: takenAt.get(version.from) ?? null,
              when: whenOf(version.seenBefore, version.from),
              before,
              after,
            },
          ];
    });
  });
}

function bodyOf(version: RecordVersion | undefined): string | undefined {
  const record: { readonly body?: unknown } = JSON.parse(version?.json ?? '{}');
  return typeof record.body === 'string' ? record.body : undefined;
}

/** How many records a snapshot found otherwise than the snapshot before it. */
export interface SnapshotChanges {
  /** New, or there again. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** Whether there are more: counting stopped. */
  readonly isPart: boolean;
}

/** A snapshot of another account can be a million new records; pages say "more than". */
const MAX_COUNTED_CHANGES = 5_000;

/** Counts what a snapshot changed, up to a limit, so that it takes milliseconds in any store. */
export function countSnapshotChanges(db: Database, snapshotId: number): SnapshotChanges {
  const counts = new Map(
    db
      .prepare<[number, number], [change: string, count: number]>(
        `SELECT change, count(*) FROM (SELECT change FROM record_changes WHERE snapshot_id = ? LIMIT ?)
         GROUP BY change`,
      )
      .raw()
      .all(snapshotId, MAX_COUNTED_CHANGES + 1),
  );
  const of = (change: string) => counts.get(change) ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    added: of('added') + of('returned'),
    changed: of('changed'),
    deleted: of('vanished'),
    isPart: all > MAX_COUNTED_CHANGES,
  };
}
