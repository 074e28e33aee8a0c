import { dirname } from 'node:path';
import { Failure } from '../base/index.ts';
import { type FileFolders, foldersBeside, foldersIn } from '../store/index.ts';
import { openVault } from '../vault/index.ts';
import type { Context } from './context.ts';

/** Where the files of a store lie: in its vault's folders where it is a vault's store, else beside it. */
export async function foldersOf(dbPath: string, context: Context): Promise<FileFolders> {
  const vaultDirectory = dirname(dbPath);
  try {
    const vault = await openVault(vaultDirectory, { clock: context.clock });
    return vault.storePath === dbPath ? foldersIn(vault.directory) : foldersBeside(dbPath);
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      return foldersBeside(dbPath);
    }
    throw error;
  }
}
