import { existsSync } from 'node:fs';
import { type OpenSourceOptions, openArchiveSource } from '../archive/archive-source.ts';
import type { Clock } from '../base/clock.ts';
import type { Hints } from '../base/failure.ts';
import type { LockWait } from '../base/lock.ts';
import { utcSeconds } from '../base/run-id.ts';
import { createGitStage } from '../git/git-stage.ts';
import type { ArchiveFacts, VerifiedLoad } from '../load/load-archive.ts';
import { loadArchiveSource } from '../load/load-archive-source.ts';
import { Failure } from '../model/failure.ts';
import type { JournalLine } from '../model/journal.ts';
import { foldersIn } from '../store/file-folders.ts';
import { type LoadOrder, latestBelievable } from '../store/place-snapshot.ts';
import { openStore } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import { isStoreDamage, mayLackSnapshots } from './inspect-store.ts';

export interface LoadArchivesOptions {
  readonly vault: Vault;
  /** The files of one archive, or of the parts of one backup. */
  readonly paths: readonly string[];
  readonly archive: ArchiveFacts & { readonly takenAt: string };
  readonly opening: OpenSourceOptions;
  readonly keepsGit: boolean;
  /** The directories to search for git, as in `PATH`; without it, snapshots of repositories share no objects. */
  readonly searchPath?: string | undefined;
  /** The lines of the journal, if it is open; otherwise they are read. */
  readonly lines?: readonly JournalLine[] | undefined;
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
  const { vault, paths, archive, opening, keepsGit, searchPath, clock, signal, command, lockWait } = options;
  const { storePath } = vault;
  try {
    return await loadArchiveSource({
      sources: await Promise.all(paths.map((path) => openArchiveSource(path, opening))),
      dbPath: storePath,
      archive: () => ({ ...archive, order: orderFor(storePath, archive.takenAt, clock.now()) }),
      files: {
        folders: foldersIn(vault.directory),
        openRepositoryStage: keepsGit ? (directory) => createGitStage({ directory, searchPath }) : undefined,
        keepsOrphans: await mayLackSnapshots(vault, options.lines),
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
      throw new Failure(error.code, error.message, { cause: error, ...REBUILD });
    }
    throw error;
  }
}

const REBUILD: Hints = {
  hint: 'rebuild() of the vault builds the store again from its archives',
  commandHint: '"satchel vault rebuild" builds the store again from the archives of the vault',
};

/** An archive that is older than the store is loaded into the history. */
function orderFor(storePath: string, takenAt: string, nowMs: number): LoadOrder {
  if (!existsSync(storePath)) {
    return 'newest';
  }
  const store = openStore(storePath, { allowsOlder: true }); // The load converts it.
  try {
    const time = utcSeconds(Date.parse(takenAt)); // With the precision of the store.
    const latest = latestBelievable(time, nowMs);
    const sql = 'SELECT 1 FROM snapshots WHERE taken_at > :time AND taken_at <= :latest LIMIT 1';
    const [newer] = store.query(sql, { parameters: { time, latest } }).rows;
    return newer === undefined ? 'newest' : 'history';
  } finally {
    store.close();
  }
}
