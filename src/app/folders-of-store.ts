import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';
import { type FileFolders, foldersIn, foldersNextTo } from '../store/file-folders.ts';
import { environmentOfVault } from './configuration.ts';
import type { AppContext } from './context.ts';

/** The same for the working copies of vaults in object storage: it lies next to the vault. */
const WORKING_COPY_MARKER = 'origin.json';

export type FilesContext = Pick<AppContext, 'clock' | 'random' | 'signal' | 'env'>;

/** The same for reading: the files of a vault in object storage are fetched first. */
export async function filesOf(dbPath: string, context: FilesContext): Promise<FileFolders> {
  const folders = await foldersOf(dbPath, context);
  if (!existsSync(join(dirname(dbPath), '..', WORKING_COPY_MARKER))) {
    return folders;
  }
  const { fetchFiles } = await import('../keeping/open-vault-at.ts');
  await fetchFiles(dbPath, async (location) => ({
    ...context,
    env: await environmentOfVault(location, context),
  }));
  return folders;
}

/** The folders with the files of a store: those of its vault, if it is in one, or else next to the store. */
export async function foldersOf(dbPath: string, { clock }: Pick<AppContext, 'clock'>): Promise<FileFolders> {
  const vaultDirectory = dirname(dbPath);
  if (!existsSync(join(vaultDirectory, VAULT_MARKER_NAME))) {
    return foldersNextTo(dbPath);
  }
  const { openVault } = await import('../vault/vault.ts');
  try {
    const vault = await openVault(vaultDirectory, { clock });
    return vault.storePath === dbPath ? foldersIn(vault.directory) : foldersNextTo(dbPath);
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      return foldersNextTo(dbPath);
    }
    throw error;
  }
}

/** Verification data from the vault of a store; empty for other stores. Vault code is loaded only here. */
export async function proofsOf(dbPath: string, folders: FileFolders, { clock }: Pick<AppContext, 'clock'>) {
  if (folders.blobs === foldersNextTo(dbPath).blobs) {
    return [];
  }
  const { openVault } = await import('../vault/vault.ts');
  const vault = await openVault(dirname(dbPath), { clock });
  return await vault.manifests();
}
