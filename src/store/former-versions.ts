import type { Database } from './database.ts';
import { createCurrentRecords } from './history/current-records.ts';
import { SEEN_BEFORE } from './read-history.ts';
import { readSnapshots, type Snapshot } from './snapshot.ts';

/** A version of a record that a later snapshot replaced or lacks. */
export interface FormerVersion {
  readonly recordId: number;
  readonly kind: string;
  readonly url: string;
  readonly repo: string | null;
  /** What ended it. */
  readonly change: 'changed' | 'vanished';
  /** JSON text. */
  readonly json: string;
  /** The last snapshot that has it, and the one that found the change. */
  readonly before: Snapshot;
  readonly found: Snapshot;
  /** JSON text of the current version; null if there is none. */
  readonly now: () => string | null;
}

interface FormerRow extends Pick<FormerVersion, 'recordId' | 'kind' | 'url' | 'repo' | 'change' | 'json'> {
  readonly seenBefore: number | null;
}

export interface FormerChoice {
  readonly kinds: readonly string[];
  /** Texts in ASCII: versions without them are left out, unless they have other letters, which may mean them. */
  readonly texts: readonly string[];
}

/**
 * SQLite compares ASCII in any case, ten times as fast as our own test of words. A version with a letter outside of ASCII,
 * or an escape for one, is read in any case.
 */
const MAY_CONTAIN =
  "(octet_length(previous) > length(previous) OR instr(previous, '\\u') > 0 OR previous LIKE ?)";

/** The former versions of records, those that ended last first. */
export function* readFormerVersions(db: Database, { kinds, texts }: FormerChoice): Generator<FormerVersion> {
  const snapshots = readSnapshots(db);
  const current = createCurrentRecords(db);
  const select = db.prepare<[number, ...string[]], FormerRow>(
    `SELECT record_id AS recordId, kind, url, repo, change, previous AS json,
            ${SEEN_BEFORE('record_id', 'own')} AS seenBefore
     FROM record_changes JOIN snapshots AS own ON own.id = snapshot_id
     WHERE snapshot_id = ? AND kind IN (${kinds.map((kind) => `'${kind}'`).join()})
       AND change IN ('changed', 'vanished') AND url IS NOT NULL AND previous IS NOT NULL
       ${texts.map(() => `AND ${MAY_CONTAIN}`).join(' ')}`,
  );
  for (const [index, found] of [...snapshots.entries()].toReversed()) {
    for (const { seenBefore, ...row } of select.iterate(found.id, ...texts.map((text) => `%${text}%`))) {
      const before = snapshots.find(({ id }) => id === seenBefore) ?? snapshots[index - 1] ?? found;
      yield { ...row, before, found, now: () => current.read(row.kind, row.recordId) };
    }
  }
}
