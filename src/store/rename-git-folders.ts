import type { Lock } from '../base/lock.ts';
import { writeInPlace } from './database/in-place-store.ts';

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
