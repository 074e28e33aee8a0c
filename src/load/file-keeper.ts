import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveEntry } from '../archive/archive-event.ts';
import { invariant } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import type { Lock } from '../base/lock.ts';
import type { Finding } from '../model/findings.ts';
import type { FileSink } from '../model/records.ts';
import type { AuditLogEntry } from '../store/audit-log-row.ts';
import { type FileFolders, findGitFolder } from '../store/file-folders.ts';
import type { FileRegister } from '../store/file-register.ts';
import { isKeptContent } from '../store/kept-contents.table.ts';
import type { KeptFile, KeptRepository } from '../store/kept-files.ts';
import { type BlobStage, createBlobStage } from './keep-files/blob-stage.ts';
import { readAuditLog } from './keep-files/read-audit-log.ts';
import type { OpenRepositoryStage, RepositoryStage } from './keep-repository.ts';
import { keepRepository } from './keep-repository.ts';
import { type MayRemove, removeOrphans, removeTree } from './remove-orphans.ts';

/** Which files of an archive are kept, and where. */
export interface KeepFilesOptions {
  readonly folders: FileFolders;
  /** If omitted, repositories are not kept. */
  readonly openRepositoryStage?: OpenRepositoryStage | undefined;
  /** Does not remove files that no snapshot needs: the store may have lost snapshots that did. */
  readonly keepsOrphans?: boolean | undefined;
}

/** A file or repository that was kept, entries of the audit log, or a finding about one. */
export type KeptEvent =
  | { readonly type: 'audit-log'; readonly entries: readonly AuditLogEntry[] }
  | { readonly type: 'file'; readonly file: KeptFile }
  | { readonly type: 'repository'; readonly repository: KeptRepository }
  | { readonly type: 'file-finding'; readonly finding: Finding };

/** Keeps the files of one archive in the folders of a store, while the archive is read and its records are written. */
export interface FileKeeper {
  /** Must be called after the folders were prepared and before the first entry. */
  begin(former: FormerFolders, emit: (event: KeptEvent) => void): void;
  /** Returns the sink for an entry's bytes; undefined if it is not kept. */
  readonly openFile: (entry: ArchiveEntry) => FileSink | undefined;
  /** Moves everything to its final place; must be called before the store is published. */
  settle(signal?: AbortSignal): Promise<void>;
  /** Removes what is not in its final place; after a signal only as much as can be removed quickly. */
  abandon(signal?: AbortSignal): Promise<void>;
}

/** Folders of a load in progress; they are on the same file system as their final places. */
const STAGE_NAME = 'incoming.part';

/** Folders of the same repositories in earlier snapshots, by entry name, the latest first. */
export type FormerFolders = ReadonlyMap<string, readonly string[]>;

/** The state of a keeper after `begin`. */
interface Keeping {
  readonly former: FormerFolders;
  readonly emit: (event: KeptEvent) => void;
  readonly blobs: BlobStage;
  readonly repositories: RepositoryStage | undefined;
}

/** Removes what killed loads left in the folders. Must be called after the store was locked for a load. */
export async function prepareFolders(
  { folders, keepsOrphans }: Pick<KeepFilesOptions, 'folders' | 'keepsOrphans'>,
  register: FileRegister,
  throwIfStopped: () => void,
): Promise<void> {
  const mayRemove = () => {
    throwIfStopped();
    return true;
  };
  try {
    await removeStages(folders, mayRemove);
    if (register.hasFormer && keepsOrphans !== true) {
      await removeOrphans(folders, register, mayRemove);
    }
  } catch (error) {
    throw fileFailure(error, 'keep files in', folders.blobs);
  }
}

function stagesIn(folders: FileFolders): Pick<FileFolders, 'blobs' | 'git'> {
  return { blobs: join(folders.blobs, STAGE_NAME), git: join(folders.git, STAGE_NAME) };
}

/** Removes staged files. The store must be locked. */
export async function removeStages(folders: FileFolders, mayRemove: MayRemove): Promise<void> {
  const stages = stagesIn(folders);
  await removeTree(stages.blobs, mayRemove);
  await removeTree(stages.git, mayRemove);
}

/** Maximum number of files that are removed after a signal; the next load removes the rest. */
export const MAX_REMOVED_AFTER_SIGNAL = 1_000;

/** After a signal, users should not have to wait until a million files are removed. */
function createRemovalLimit(signal: AbortSignal | undefined): MayRemove {
  let removed = 0;
  return () => {
    removed += signal?.aborted === true ? 1 : 0;
    return removed <= MAX_REMOVED_AFTER_SIGNAL;
  };
}

/** Creates the keeper of one load, which must hold the lock of the store. */
export function createFileKeeper({ folders, openRepositoryStage }: KeepFilesOptions, lock: Lock): FileKeeper {
  let keeping: Keeping | undefined;

  async function keepRepositories(
    { former, emit, repositories: stage }: Keeping,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (stage === undefined) {
      return;
    }
    const { repositories, findings } = await stage.finish();
    for (const staged of repositories) {
      signal?.throwIfAborted();
      const formerFolder = former.get(staged.archivePath)?.find((folder) => findGitFolder(folders, folder));
      const repository = await keepRepository(staged, { folders, formerFolder, stage, signal });
      emit({ type: 'repository', repository });
    }
    for (const finding of [...findings, ...repositories.flatMap((staged) => staged.findings)]) {
      emit({ type: 'file-finding', finding });
    }
  }

  return {
    begin(former, emit) {
      const stages = stagesIn(folders);
      const blobs = createBlobStage(folders, stages.blobs);
      keeping = { former, emit, blobs, repositories: openRepositoryStage?.(stages.git) };
    },
    openFile(entry) {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      const { emit, blobs, repositories } = keeping;
      const { name: entryName, class: content, sizeBytes } = entry;
      if (content === 'git') {
        return repositories?.accept(entryName, sizeBytes);
      }
      if (!isKeptContent(content)) {
        return undefined;
      }
      const blob = blobs.open((sha256, size) =>
        emit({ type: 'file', file: { entryName, content, sha256, sizeBytes: size } }),
      );
      if (content !== 'audit_log') {
        return blob;
      }
      const entries = readAuditLog({
        entryName,
        onEntries: (batch) => emit({ type: 'audit-log', entries: batch }),
        onFinding: (finding) => emit({ type: 'file-finding', finding }),
      });
      return toBoth(blob, entries);
    },
    async settle(signal) {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      lock.requireHeld(); // Otherwise another load may be using these folders.
      await keeping.blobs.settle(signal);
      await keepRepositories(keeping, signal);
      await removeStages(folders, createRemovalLimit(signal));
    },
    async abandon(signal) {
      keeping?.blobs.close();
      keeping?.repositories?.close();
      if (lock.isHeld()) {
        await removeStages(folders, createRemovalLimit(signal));
        await removeEmptyFolders(folders);
      }
    },
  };
}

/** Removes folders without a file, but for those of a vault, which has others next to them. */
async function removeEmptyFolders({ blobs, git }: FileFolders): Promise<void> {
  const parent = dirname(blobs);
  const names = await readdir(parent).catch(() => []);
  if (names.every((name) => [blobs, git].includes(join(parent, name)))) {
    for (const folder of [blobs, git, parent]) {
      await rmdir(folder).catch(() => undefined); // Only succeeds if it is empty.
    }
  }
}

function toBoth(one: FileSink, other: FileSink): FileSink {
  return {
    write(chunk) {
      one.write(chunk);
      other.write(chunk);
    },
    end() {
      one.end();
      other.end();
    },
  };
}
