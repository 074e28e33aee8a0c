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
  const uploaded = await origin.publish();
  // What was there before may be damaged, and the copy here the only one that is whole.
  const lfs = new Map(there.filter((oid) => !uploaded.has(oid)).map((oid) => [oid, 0]));
  const whole = await origin.readFiles({ lfs });
  for (const oid of there.filter((each) => uploaded.has(each) || whole.has(each))) {
    await disk.remove(blobPath(folders, oid, 'lfs'));
  }
}
