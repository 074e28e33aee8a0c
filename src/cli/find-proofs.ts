import { dirname } from 'node:path';
import { type FileFolders, foldersBeside } from '../store/index.ts';
import type { Context } from './context.ts';

/** What a vault knows of the archives of its store; nothing where the store is in none. Vaults are loaded only for this. */
export async function findProofs(dbPath: string, folders: FileFolders, context: Context) {
  if (folders.blobs === foldersBeside(dbPath).blobs) {
    return [];
  }
  const { openVault } = await import('../vault/index.ts');
  const vault = await openVault(dirname(dbPath), { clock: context.clock });
  return await vault.manifests();
}
