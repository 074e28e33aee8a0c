import type { Clock } from '../base/clock.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { satchelVersion } from '../base/own-package.ts';
import { utcSeconds } from '../base/run-id.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { Failure } from '../model/failure.ts';
import type { ChangeCounts } from './change-counts.ts';
import type { Database } from './database.ts';
import { createArchiveCoverage } from './history/archive-coverage.ts';
import { createFormerOwners } from './history/repository-names.ts';
import { writeContents } from './history/snapshot-contents.ts';
import { type ArchiveClaim, insertSnapshot, type SnapshotFacts, spell } from './snapshot.ts';
import { hostOf } from './url-readings.ts';
import type { BatchWriter } from './writing/batch-writer.ts';
import type { LoadMode } from './writing/load-mode.ts';

/**
 * Which archives may be loaded: those that are not older than the newest in the store (`newest`), older ones for the
 * history only (`history`), or any, each as if it were the newest (`any`).
 */
export type LoadOrder = 'newest' | 'history' | 'any';

interface NewSnapshot extends SnapshotFacts {
  readonly snapshotId: number;
  /** Kinds that have a record file in the archive. */
  readonly kinds: ReadonlySet<string>;
}

interface PlacingOptions {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly order?: LoadOrder | undefined;
  readonly claim?: ArchiveClaim | undefined;
  readonly mode: LoadMode;
  readonly batches: BatchWriter;
}

/**
 * Assigns a snapshot its position after all records of its archive were read, and updates the history of the others.
 * Returns the changes by kind. Fails with `out-of-order` if the archive is too old.
 */
export function placeSnapshot(
  snapshot: NewSnapshot,
  { db, clock, order = 'newest', claim = 'request', mode, batches }: PlacingOptions,
): Readonly<Record<string, ChangeCounts>> {
  const { snapshotId, kinds } = snapshot;
  const { unidentified } = batches;
  const position = findPlaceInTime(db, snapshot, { order, nowMs: clock.now() });
  const repositories = [...mode.repositories()];
  const scope = withHost(snapshot.scope, repositories);
  makeRoom(db, position);
  insertSnapshot(db, {
    ...snapshot,
    scope,
    claim,
    id: snapshotId,
    position,
    loadedAt: formatTimestamp(clock.now()),
    satchelVersion: satchelVersion(),
    counts: batches.counts(),
    kinds: [...kinds],
  });
  const idBefore = createFormerOwners(db)(position);
  const coverage = createArchiveCoverage({ claim, scope, kinds, unidentified, repositories, idBefore });
  const changes = mode.finish(coverage, position);
  writeContents(db, snapshotId, { ...mode.contents(), unidentified, repositories });
  batches.finish();
  return changes;
}

/** The ids of repositories are those of their service. */
function withHost(scope: JsonValue | undefined, repositories: readonly string[]): JsonValue | undefined {
  const [url] = repositories;
  return url === undefined || scope === undefined || !isJsonObject(scope)
    ? scope
    : { ...scope, host: hostOf(url) };
}

interface NewestRow {
  readonly id: number;
  readonly taken_at: string;
}

/**
 * Finds the position of an archive in time, from 1; an existing snapshot at this position, and all later ones, must
 * move up by one. Fails with `out-of-order` if the archive may not be loaded in this order.
 */
function findPlaceInTime(
  db: Database,
  facts: SnapshotFacts,
  { order, nowMs }: { readonly order: LoadOrder; readonly nowMs: number },
): number {
  const takenAt = spell(facts.takenAt);
  const newest = db
    .prepare<[string], NewestRow>(
      'SELECT id, taken_at FROM snapshots WHERE taken_at <= ? ORDER BY taken_at DESC, position DESC LIMIT 1',
    )
    .get(latestBelievable(takenAt, nowMs));
  const isOlder = takenAt !== null && newest !== undefined && takenAt < newest.taken_at;
  if (order === 'newest' && isOlder) {
    throw new Failure(
      'out-of-order',
      `Cannot load the archive "${facts.archiveName}": it was taken at ${takenAt}, and the store has a newer one, of ${newest.taken_at}`,
    );
  }
  if (order === 'history' && !isOlder) {
    const found =
      newest === undefined
        ? 'the store has no newer archive'
        : 'it is not older than the newest archive in the store';
    throw new Failure('out-of-order', `Cannot load the archive "${facts.archiveName}" as history: ${found}`, {
      hint: 'Load it without "isHistory"',
      commandHint: 'Load it without --as-history',
    });
  }
  const next = order === 'history' ? findNext(db, takenAt ?? '') : undefined;
  return next ?? lastPosition(db) + 1;
}

/**
 * Snapshots of later times make no archive older: one record of the year 9999 can date a whole archive. If the archive
 * itself is later, it is the clock that is wrong, and all snapshots count.
 */
export function latestBelievable(takenAt: string | null, nowMs: number): string {
  const latest = utcSeconds(nowMs + FAR_FUTURE_MS);
  return takenAt !== null && takenAt > latest ? AFTER_ALL : latest;
}

/** Clocks that are wrong by less still leave archives in the order of their times. */
const FAR_FUTURE_MS = 366 * 86_400_000;

const AFTER_ALL = '~';

/** Makes room for a snapshot that is inserted between others. */
function makeRoom(db: Database, position: number): void {
  db.prepare('UPDATE snapshots SET position = position + 1 WHERE position >= ?').run(position);
}

/** Position of the first snapshot that is newer than this time. */
function findNext(db: Database, takenAt: string): number | undefined {
  return db
    .prepare<[string], number>('SELECT position FROM snapshots WHERE taken_at > ? ORDER BY position LIMIT 1')
    .pluck()
    .get(takenAt);
}

function lastPosition(db: Database): number {
  return Number(db.prepare('SELECT coalesce(max(position), 0) FROM snapshots').pluck().get());
}
