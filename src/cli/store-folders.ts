import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../base/index.ts';
import { type FileFolders, foldersBeside, foldersIn } from '../store/index.ts';
import type { Context } from './context.ts';

/** What every vault has; to look for it costs less than to load the room that knows vaults. */
const VAULT_MARKER = 'satchel-vault.json';

/** Where the files of a store lie: in its vault's folders where it is a vault's store, else beside it. */
export async function foldersOf(dbPath: string, context: Context): Promise<FileFolders> {
  const vaultDirectory = dirname(dbPath);
  if (!existsSync(join(vaultDirectory, VAULT_MARKER))) {
    return foldersBeside(dbPath);
  }
  const { openVault } = await import('../vault/index.ts');
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
