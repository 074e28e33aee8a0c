import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../base/index.ts';
import { type FileFolders, foldersBeside, foldersIn } from '../store/index.ts';
import type { AppContext } from './context.ts';

/** What every vault has; looking for it costs less than loading the room that knows vaults. */
const VAULT_MARKER = 'satchel-vault.json';

/** Where the files of a store are: in the folders of its vault where it has one, else next to the store. */
export async function foldersOf(dbPath: string, { clock }: Pick<AppContext, 'clock'>): Promise<FileFolders> {
  const vaultDirectory = dirname(dbPath);
  if (!existsSync(join(vaultDirectory, VAULT_MARKER))) {
    return foldersBeside(dbPath);
  }
  const { openVault } = await import('../vault/index.ts');
  try {
    const vault = await openVault(vaultDirectory, { clock });
    return vault.storePath === dbPath ? foldersIn(vault.directory) : foldersBeside(dbPath);
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      return foldersBeside(dbPath);
    }
    throw error;
  }
}
