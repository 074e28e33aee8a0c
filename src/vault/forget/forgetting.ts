import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Disk } from '../../base/disk.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { FORGOTTEN, manifestNameOf, type VaultPaths } from '../layout.ts';

/**
 * Removes an archive from a vault. Its manifest is marked first by one rename: from then on the archive does not count,
 * and after a crash the next holder of the lock removes the rest. A manifest never exists without its archive.
 */
export async function forgetArchive(archive: string, paths: VaultPaths, disk: Disk): Promise<void> {
  const manifest = join(paths.manifests, manifestNameOf(archive));
  try {
    await disk.rename(manifest, `${manifest}${FORGOTTEN}`);
    await disk.syncDirectory(paths.manifests);
    await removeMarked(archive, paths, disk);
  } catch (error) {
    throw fileFailure(error, 'forget the archive', join(paths.archives, archive));
  }
}

/** Archives whose removal was interrupted. */
export async function listForgotten(paths: VaultPaths): Promise<readonly string[]> {
  const ending = manifestNameOf('') + FORGOTTEN;
  return (await readdir(paths.manifests))
    .filter((name) => name.endsWith(ending))
    .map((name) => basename(name, ending));
}

/** Completes removals that were interrupted. Must be called by the holder of the vault's lock. */
export async function finishForgetting(paths: VaultPaths, disk: Disk): Promise<void> {
  try {
    for (const archive of await listForgotten(paths)) {
      await removeMarked(archive, paths, disk);
    }
  } catch (error) {
    throw fileFailure(error, 'end what an interrupted run began in', dirname(paths.manifests));
  }
}

/**
 * The mark is removed last, so that an interrupted removal is continued later. An archive that has a manifest again is
 * not removed.
 */
async function removeMarked(archive: string, paths: VaultPaths, disk: Disk): Promise<void> {
  const manifest = manifestNameOf(archive);
  if (!(await readdir(paths.manifests)).includes(manifest)) {
    await disk.remove(join(paths.archives, archive));
    await disk.syncDirectory(paths.archives);
  }
  await disk.remove(join(paths.manifests, `${manifest}${FORGOTTEN}`));
  await disk.syncDirectory(paths.manifests);
}
