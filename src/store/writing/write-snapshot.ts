import { type Clock, isJsonObject, type JsonValue, satchelVersion } from '../../base/index.ts';
import type { Database } from '../database/database.ts';
import { createArchiveCoverage } from '../history/archive-coverage.ts';
import type { ChangeCounts } from '../history/change-counts.ts';
import { createFormerOwners } from '../history/repository-names.ts';
import { writeContents } from '../history/snapshot-contents.ts';
import { formatTimestamp } from '../rows/conversions.ts';
import { hostOf } from '../rows/url-readings.ts';
import { type ArchiveClaim, insertSnapshot, type SnapshotFacts } from '../snapshot.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { LoadMode } from './load-mode.ts';
import { findPlaceInTime, type LoadOrder, makeRoom } from './place-in-time.ts';

interface NewSnapshot extends SnapshotFacts {
  readonly snapshotId: number;
  readonly claim: ArchiveClaim;
  /** Kinds that have a record file in the archive. */
  readonly kinds: ReadonlySet<string>;
}

interface WritingSnapshot {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly order: LoadOrder;
  readonly mode: LoadMode;
  readonly batches: BatchWriter;
}

/**
 * Assigns a snapshot its position after all records of its archive were read, and updates the history of the others.
 * Returns the changes by kind. Fails with `out-of-order` if the archive is too old.
 */
export function writeSnapshot(
  snapshot: NewSnapshot,
  { db, clock, order, mode, batches }: WritingSnapshot,
): Readonly<Record<string, ChangeCounts>> {
  const { snapshotId, claim, kinds } = snapshot;
  const { unidentified } = batches;
  const position = findPlaceInTime(db, snapshot, { order, nowMs: clock.now() });
  const repositories = [...mode.repositories()];
  const scope = withHost(snapshot.scope, repositories);
  makeRoom(db, position);
  insertSnapshot(db, {
    ...snapshot,
    scope,
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
