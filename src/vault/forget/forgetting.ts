import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Disk, fileFailure } from '../../base/index.ts';
import { manifestNameOf, type VaultPaths } from '../layout.ts';

/** Stands for the manifest of an archive that is on its way out. */
const MARK = '.forgotten';

/**
 * Takes an archive out of a vault. Its manifest is marked first, by one rename: from then on the archive counts for
 * nothing, and what a crash leaves of it is removed by whoever holds the lock next. A manifest is never without its
 * archive.
 */
export async function forgetArchive(archive: string, paths: VaultPaths, disk: Disk): Promise<void> {
  const manifest = join(paths.manifests, manifestNameOf(archive));
  try {
    await disk.rename(manifest, `${manifest}${MARK}`);
    await disk.syncDirectory(paths.manifests);
    await removeMarked(archive, paths, disk);
  } catch (error) {
    throw fileFailure(error, 'forget the archive', join(paths.archives, archive));
  }
}

/** Archives whose removal was interrupted. */
export async function listForgotten(paths: VaultPaths): Promise<readonly string[]> {
  const ending = manifestNameOf('') + MARK;
  return (await readdir(paths.manifests))
    .filter((name) => name.endsWith(ending))
    .map((name) => basename(name, ending));
}

/** Ends what an interrupted run began to forget. To be called by whoever holds the lock of the vault. */
export async function finishForgetting(paths: VaultPaths, disk: Disk): Promise<void> {
  try {
    for (const archive of await listForgotten(paths)) {
      await removeMarked(archive, paths, disk);
    }
  } catch (error) {
    throw fileFailure(error, 'end what an interrupted run began in', dirname(paths.manifests));
  }
}

/** The mark goes last: as long as it stands, somebody will come back. An archive that has a manifest again stays. */
async function removeMarked(archive: string, paths: VaultPaths, disk: Disk): Promise<void> {
  const manifest = manifestNameOf(archive);
  if (!(await readdir(paths.manifests)).includes(manifest)) {
    await disk.remove(join(paths.archives, archive));
    await disk.syncDirectory(paths.archives);
  }
  await disk.remove(join(paths.manifests, `${manifest}${MARK}`));
  await disk.syncDirectory(paths.manifests);
}
