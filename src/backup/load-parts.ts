import { basename } from 'node:path';
import { openArchiveSource } from '../archive/archive-source.ts';
import { definedMembers } from '../base/json.ts';
import { totalOf } from '../base/sizes.ts';
import { createGitStage } from '../git/git-stage.ts';
import { mayLackSnapshots } from '../keeping/inspect-store.ts';
import { setStoreAside } from '../keeping/set-aside.ts';
import { findStoreDamage, recordStoreDamage } from '../keeping/store-notes.ts';
import type { ArchiveFacts, VerifiedLoad } from '../load/load-archive.ts';
import { loadArchiveSource } from '../load/load-archive-source.ts';
import { Failure, messageOf } from '../model/failure.ts';
import type { MigrationRequest } from '../model/migrations.ts';
import { foldersIn } from '../store/file-folders.ts';
import { waitForStore } from '../store/store-lock.ts';
import type { BackupRun } from './backup-options.ts';
import { coveredRequest, idsOfPart } from './covered-request.ts';
import type { Exports } from './export-parts.ts';

/** Verifies and loads all parts of a backup in one pass, as one snapshot. */
export async function loadParts(
  exports: Exports,
  request: MigrationRequest,
  run: BackupRun,
): Promise<VerifiedLoad> {
  const { vault, journal, onEvent } = run;
  const [first] = exports.parts;
  const facts: ArchiveFacts = {
    name: first.archive.path,
    migrationId: first.migration.id,
    takenAt: first.migration.createdAt,
    scope: {
      ...definedMembers(coveredRequest(request, exports, run)),
      repositoryIds: Object.assign({}, ...exports.parts.map((part) => idsOfPart(part, run))),
    },
  };
  await recordStoreDamage(vault, journal, (message) => onEvent({ type: 'trouble', message }));
  const loaded = await loadInOrder(exports, facts, run);
  const records = totalOf(loaded.load.counts);
  const archives = exports.parts.map(({ archive }) => basename(archive.path));
  journal.note({ type: 'loaded', archives, records });
  onEvent({ type: 'loaded', storePath: vault.storePath, records });
  return loaded;
}

/**
 * A backup that was interrupted for long may be older than another one made meanwhile: then it is loaded as history.
 */
async function loadInOrder(exports: Exports, facts: ArchiveFacts, run: BackupRun): Promise<VerifiedLoad> {
  try {
    return await load(exports, facts, run);
  } catch (error) {
    if (error instanceof Failure && error.code === 'out-of-order') {
      return await load(exports, { ...facts, order: 'history' }, run);
    }
    if (isOfStore(error, run)) {
      await giveWay(messageOf(error), run);
      return await load(exports, facts, run);
    }
    throw error;
  }
}

/** If the store is known to be damaged, any error that is not a failure is attributed to the damage. */
function isOfStore(error: unknown, { journal, signal }: BackupRun): boolean {
  return error instanceof Failure
    ? error.code === 'not-a-store'
    : !signal.aborted && findStoreDamage(journal.lines) !== undefined;
}

/**
 * An unreadable store must not stop a backup: it is moved aside for inspection, and the archives contain all of its
 * records.
 */
async function giveWay(message: string, { vault, clock, journal, onEvent }: BackupRun): Promise<void> {
  const path = await setStoreAside(vault, clock);
  await journal.write({ type: 'store-renewed' });
  onEvent({
    type: 'trouble',
    message: `${message}; it was moved to "${path}", and this backup starts a new store. A rebuild of the vault loads the other archives into it`,
  });
}

async function load({ parts }: Exports, archive: ArchiveFacts, run: BackupRun): Promise<VerifiedLoad> {
  const { vault, clock, signal, onEvent, git, searchPath } = run;
  const totalBytes = parts.reduce((sum, { archive: { sizeBytes } }) => sum + sizeBytes, 0);
  return await loadArchiveSource({
    sources: await Promise.all(parts.map(({ archive: { path } }) => openArchiveSource(path))),
    dbPath: vault.storePath,
    archive,
    files: {
      folders: foldersIn(vault.directory),
      openRepositoryStage:
        git === false ? undefined : (directory) => createGitStage({ directory, searchPath }),
      keepsOrphans: await mayLackSnapshots(vault, run.journal.lines),
    },
    clock,
    signal,
    command: 'satchel backup',
    lockWait: waitForStore(signal, (message) => onEvent({ type: 'trouble', message })),
    onProgress: (doneBytes) => onEvent({ type: 'loading', doneBytes, totalBytes }),
    onRead: () => onEvent({ type: 'read' }),
  });
}
