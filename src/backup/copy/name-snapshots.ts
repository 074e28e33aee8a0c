import { createHash } from 'node:crypto';
import type { SnapshotName } from '../keeping/inspect-store.ts';

/** A digest for each snapshot, by which stores can be compared without showing the names of accounts. */
export function nameSnapshots(snapshots: readonly SnapshotName[]): readonly string[] {
  return snapshots.map(({ archiveName, sha256 = '' }) =>
    createHash('sha256').update(`${archiveName}\n${sha256}`).digest('hex'),
  );
}
