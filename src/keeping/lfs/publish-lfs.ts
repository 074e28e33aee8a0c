import { listBlobs } from '../../load/remove-orphans.ts';
import { blobPath, foldersIn } from '../../store/file-folders.ts';
import type { Vault } from '../../vault/vault.ts';

/**
 * Uploads the fetched files of a vault in object storage. The working copy then needs no copies of them: there may be more
 * than fit on this machine.
 */
export async function publishLfs(vault: Vault): Promise<void> {
  const { origin, directory, disk } = vault;
  const folders = foldersIn(directory);
  const there: string[] = [];
  for await (const oid of origin === undefined ? [] : listBlobs(folders, 'lfs')) {
    there.push(oid);
  }
  if (origin === undefined || there.length === 0) {
    return;
  }
  await origin.publish();
  const { lfs } = await origin.keptNames();
  for (const oid of there.filter((each) => lfs.has(each))) {
    await disk.remove(blobPath(folders, oid, 'lfs'));
  }
}
