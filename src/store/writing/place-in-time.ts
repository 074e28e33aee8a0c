import { Failure } from '../../base/index.ts';
import type { Database } from '../database/database.ts';
import { type SnapshotFacts, spell } from '../snapshot.ts';

/**
 * Which archives a store takes: one that is no older than its newest (`newest`), an older one for its history alone
 * (`history`), or any, as though it were the newest (`any`).
 */
export type LoadOrder = 'newest' | 'history' | 'any';

interface NewestRow {
  readonly id: number;
  readonly taken_at: string;
}

/** Finds the place of an archive in time, from 1: snapshots that stand there or behind it move on by one. Fails with `out-of-order` where it may not be loaded in this order. */
export function findPlaceInTime(db: Database, facts: SnapshotFacts, order: LoadOrder): number {
  const takenAt = spell(facts.takenAt);
  const newest = db
    .prepare<[], NewestRow>(
      'SELECT id, taken_at FROM snapshots WHERE taken_at IS NOT NULL ORDER BY taken_at DESC, position DESC LIMIT 1',
    )
    .get();
  const isOlder = takenAt !== null && newest !== undefined && takenAt < newest.taken_at;
  if (order === 'newest' && isOlder) {
    throw new Failure(
      'out-of-order',
      `Cannot load the archive "${facts.archiveName}": it was taken at ${takenAt}, and the store holds one of ${newest.taken_at}`,
    );
  }
  if (order === 'history' && !isOlder) {
    const found =
      newest === undefined ? 'the store has none that is newer' : 'it is not older than the store';
    throw new Failure('out-of-order', `Cannot load the archive "${facts.archiveName}" as history: ${found}`, {
      hint: 'Load it without --as-history',
    });
  }
  const next = order === 'history' ? findNext(db, takenAt ?? '') : undefined;
  return next ?? lastPosition(db) + 1;
}

/** Makes room where a snapshot is put in between. */
export function makeRoom(db: Database, position: number): void {
  db.prepare('UPDATE snapshots SET position = position + 1 WHERE position >= ?').run(position);
}

/** Place of the first snapshot in time that is newer than this. */
function findNext(db: Database, takenAt: string): number | undefined {
  return db
    .prepare<[string], number>('SELECT position FROM snapshots WHERE taken_at > ? ORDER BY position LIMIT 1')
    .pluck()
    .get(takenAt);
}

function lastPosition(db: Database): number {
  return Number(db.prepare('SELECT coalesce(max(position), 0) FROM snapshots').pluck().get());
}
