import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';
import { type FileFolders, foldersIn, foldersNextTo, withoutLfs } from '../store/file-folders.ts';
import { environmentOfVault } from './configuration.ts';
import type { AppContext } from './context.ts';

/** The same for the working copies of vaults in object storage: it lies next to the vault. */
const WORKING_COPY_MARKER = 'origin.json';

export type FilesContext = Pick<AppContext, 'clock' | 'random' | 'signal' | 'env'>;

/** The same for reading: the files of a vault in object storage are fetched first, without those in Git LFS. */
export async function filesOf(dbPath: string, context: FilesContext): Promise<FileFolders> {
  return (await filesWithLfsOf(dbPath, context)).folders;
}

/** What a site reads: the store at `shown`, which is that at `dbPath` or was made from it of what is public. */
export async function sourceOfSite(dbPath: string, shown: string, context: FilesContext) {
  const folders = await filesOf(dbPath, context);
  const isPublic = shown !== dbPath;
  return {
    store: shown,
    folders: isPublic ? withoutLfs(folders) : folders,
    isPublic,
    clock: context.clock,
    signal: context.signal,
    searchPath: context.env['PATH'] ?? '',
  };
}

/** Where the files of a store are, and what fetches files in Git LFS by their digests if its vault is in object storage. */
export interface FilesWithLfs {
  readonly folders: FileFolders;
  readonly fetchLfs: ((oids: ReadonlySet<string>) => Promise<void>) | undefined;
}

/** The same for who needs files in Git LFS. */
export async function filesWithLfsOf(dbPath: string, context: FilesContext): Promise<FilesWithLfs> {
  const folders = await foldersOf(dbPath, context);
  if (!existsSync(join(dirname(dbPath), '..', WORKING_COPY_MARKER))) {
    return { folders, fetchLfs: undefined };
  }
  const { fetchFiles } = await import('../keeping/open-vault-at.ts');
  const fetchLfs = await fetchFiles(dbPath, async (location) => ({
    ...context,
    env: await environmentOfVault(location, context),
  }));
  return { folders, fetchLfs };
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
