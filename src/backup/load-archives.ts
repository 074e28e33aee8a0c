import { existsSync } from 'node:fs';
import { type OpenSourceOptions, openArchiveSource } from '../archive/index.ts';
import { type Clock, Failure, type LockWait } from '../base/index.ts';
import { createGitStage } from '../git/index.ts';
import { type ArchiveFacts, loadArchiveSource, type VerifiedLoad } from '../load/index.ts';
import { foldersIn, type LoadOrder, openStore } from '../store/index.ts';
import type { Vault } from '../vault/index.ts';
import { inspectStore, isStoreDamage } from './keeping/inspect-store.ts';

export interface LoadArchivesOptions {
  readonly vault: Vault;
  /** The files of one archive, or of the parts of one backup. */
  readonly paths: readonly string[];
  readonly archive: ArchiveFacts & { readonly takenAt: string };
  readonly opening: OpenSourceOptions;
  readonly keepsGit: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The waiting command, as typed by a person. */
  readonly command: string;
  readonly lockWait: LockWait;
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  readonly onRead?: (() => void) | undefined;
}

/** Loads archives into the store of a vault, at their position in its history. */
export async function loadArchives(options: LoadArchivesOptions): Promise<VerifiedLoad> {
  const { vault, paths, archive, opening, keepsGit, clock, signal, command, lockWait } = options;
  const { storePath } = vault;
  try {
    return await loadArchiveSource({
      sources: await Promise.all(paths.map((path) => openArchiveSource(path, opening))),
      dbPath: storePath,
      archive: () => ({ ...archive, order: orderFor(storePath, archive.takenAt) }),
      files: {
        folders: foldersIn(vault.directory),
        openRepositoryStage: keepsGit ? (directory) => createGitStage({ directory }) : undefined,
        keepsOrphans: await mayLackSnapshots(vault),
      },
      extent: 'records',
      clock,
      signal,
      command,
      lockWait,
      onProgress: options.onProgress,
      onRead: options.onRead,
    });
  } catch (error) {
    if (isStoreDamage(error) && error.code === 'not-a-store') {
      throw new Failure(error.code, error.message, { cause: error, hint: REBUILD });
    }
    throw error;
  }
}

const REBUILD = '"satchel vault rebuild" builds the store again from the archives of the vault';

/** Whether the store lacks snapshots that it should have: their files must not be treated as orphans. */
export async function mayLackSnapshots(vault: Vault): Promise<boolean> {
  const { lines } = await vault.journal.read();
  return inspectStore(vault.storePath, await vault.manifests(), lines).lacking.length > 0;
}

/** An archive that is older than the store is loaded into the history. */
function orderFor(storePath: string, takenAt: string): LoadOrder {
  if (!existsSync(storePath)) {
    return 'newest';
  }
  const store = openStore(storePath);
  try {
    const ages = store.snapshots().map((snapshot) => Date.parse(snapshot.takenAt ?? ''));
    const newestMs = Math.max(...ages.filter((ageMs) => !Number.isNaN(ageMs)));
    const takenAtMs = Math.floor(Date.parse(takenAt) / 1_000) * 1_000; // With the precision of the store.
    return takenAtMs < newestMs ? 'history' : 'newest';
  } finally {
    store.close();
  }
}
