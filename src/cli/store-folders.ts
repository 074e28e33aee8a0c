import { dirname } from 'node:path';
import { Failure } from '../base/index.ts';
import { createGitStage } from '../git/index.ts';
import type { KeepFilesOptions } from '../load/index.ts';
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

/** What a load keeps beside the store: everything, or all but the repositories. */
export async function keepingFor(
  dbPath: string,
  { hasGit }: { readonly hasGit: boolean },
  context: Context,
): Promise<KeepFilesOptions> {
  const folders = await foldersOf(dbPath, context);
  return { folders, ...(hasGit ? { openRepositoryStage } : {}) };
}

function openRepositoryStage(directory: string): ReturnType<typeof createGitStage> {
  return createGitStage({ directory });
}
