import { unescapedName } from '../base/byte-text.ts';
import type { Lock } from '../base/lock.ts';
import { writeInPlace } from './database/in-place-store.ts';
import { openSteadily } from './open-for-reading.ts';

/**
 * Gives kept repositories in the store at `path` other folders, for all snapshots that have them. The caller must hold the
 * store's lock.
 *
 * @param folders the new folder by the former one
 */
export async function renameGitFolders(
  path: string,
  lock: Lock,
  folders: ReadonlyMap<string, string>,
): Promise<void> {
  if (folders.size === 0) {
    return;
  }
  await writeInPlace(path, lock, async ({ db, publish }) => {
    const rename = db.prepare('UPDATE kept_repositories SET folder = ? WHERE folder = ?');
    for (const [former, folder] of folders) {
      rename.run(folder, former);
    }
    await publish();
  });
}

/** The folders that a store states for the repositories of a snapshot, by entry name, and the sizes of their objects. */
export function readGitFolders(
  path: string,
  snapshotId: number,
): ReadonlyMap<string, { readonly folder: string; readonly sizeBytes: number }> {
  const db = openSteadily(path);
  try {
    const rows = db
      .prepare<[number], { entryName: string; folder: string; sizeBytes: number }>(
        `SELECT entry_name AS entryName, folder, size_bytes AS sizeBytes FROM kept_repositories
         WHERE snapshot_id = ?`,
      )
      .all(snapshotId);
    return new Map(rows.map(({ entryName, ...kept }) => [unescapedName(entryName), kept]));
  } finally {
    db.close();
  }
}
