import { join } from 'node:path';
import type { ArchiveEntry } from '../../archive/index.ts';
import { fileFailure, invariant, type Lock } from '../../base/index.ts';
import type { FileSink, Finding } from '../../model/index.ts';
import type { FileContent, FileFolders, FileNotes, FileRegister } from '../../store/index.ts';
import { type BlobStage, createBlobStage } from './blob-stage.ts';
import { keepRepository } from './keep-repository.ts';
import { removeOrphans } from './remove-orphans.ts';
import { type MayRemove, removeTree } from './remove-tree.ts';
import type { OpenRepositoryStage, RepositoryStage } from './repository-stage.ts';

/** Where the files of an archive go, and which of them. */
export interface KeepFilesOptions {
  readonly folders: FileFolders;
  /** Left out, repositories are not kept. */
  readonly openRepositoryStage?: OpenRepositoryStage | undefined;
  /** Leaves files that no snapshot needs: the store lost some that did. */
  readonly keepsOrphans?: boolean | undefined;
}

/** Keeps the files of one archive beside the store, while the archive streams past and its records are written. */
export interface FileKeeper {
  /** To be called once the folders are prepared, before the first entry. */
  begin(former: FormerFolders, notes: FileNotes): void;
  /** Takes the bytes of an entry; undefined where they are not kept. */
  readonly openFile: (entry: ArchiveEntry) => FileSink | undefined;
  /** Gives everything its place; to be called before the store gets its own. Yields what was wrong with repositories. */
  settle(signal?: AbortSignal): Promise<readonly Finding[]>;
  /** Drops what has no place yet; after a signal only so much of it as takes no time. */
  abandon(signal?: AbortSignal): Promise<void>;
}

const KEPT: ReadonlySet<string> = new Set<FileContent>([
  'attachment',
  'repository_file',
  'release_asset',
  'audit_log',
  'log',
]);

/** Folders of a load under way; they are on the file system of what they become. */
const STAGE_NAME = 'incoming.part';

/** Folders of the same repositories in earlier snapshots, by the names of their entries. */
export type FormerFolders = ReadonlyMap<string, string>;

/** What a load keeps files with, from its beginning on. */
interface Keeping {
  readonly former: FormerFolders;
  readonly notes: FileNotes;
  readonly blobs: BlobStage;
  readonly repositories: RepositoryStage | undefined;
}

/** Removes what killed loads left in the folders. To be called once the store is locked for a load. */
export async function prepareFolders(
  { folders, keepsOrphans }: Pick<KeepFilesOptions, 'folders' | 'keepsOrphans'>,
  register: FileRegister,
  mayRemove: MayRemove,
): Promise<void> {
  try {
    await removeStages(folders, mayRemove);
    if (register.hasFormer && keepsOrphans !== true) {
      await removeOrphans(folders, register, mayRemove);
    }
  } catch (error) {
    throw fileFailure(error, 'keep files in', folders.blobs);
  }
}

function stagesIn(folders: FileFolders): FileFolders {
  return { blobs: join(folders.blobs, STAGE_NAME), git: join(folders.git, STAGE_NAME) };
}

/** Removes what is on its way to its place. The store must be locked. */
export async function removeStages(folders: FileFolders, mayRemove: MayRemove): Promise<void> {
  const stages = stagesIn(folders);
  await removeTree(stages.blobs, mayRemove);
  await removeTree(stages.git, mayRemove);
}

/** Files that are removed after a signal; the next load removes the others. */
export const MAX_REMOVED_AFTER_SIGNAL = 1_000;

/** Nobody waits for a million files to go who has asked for the end. */
function createRemovalLimit(signal: AbortSignal | undefined): MayRemove {
  let removed = 0;
  return () => {
    removed += signal?.aborted === true ? 1 : 0;
    return removed <= MAX_REMOVED_AFTER_SIGNAL;
  };
}

/** Creates the keeper of one load, which holds the lock of the store. */
export function createFileKeeper({ folders, openRepositoryStage }: KeepFilesOptions, lock: Lock): FileKeeper {
  let keeping: Keeping | undefined;

  async function keepRepositories(
    { former, notes, repositories: stage }: Keeping,
    signal: AbortSignal | undefined,
  ): Promise<readonly Finding[]> {
    if (stage === undefined) {
      return [];
    }
    const { repositories, findings } = await stage.finish();
    for (const staged of repositories) {
      signal?.throwIfAborted();
      const formerFolder = former.get(staged.archivePath);
      notes.addRepository(await keepRepository(staged, { folders, formerFolder, signal }));
    }
    return [...findings, ...repositories.flatMap((staged) => staged.findings)];
  }

  return {
    begin(former, notes) {
      const stages = stagesIn(folders);
      const blobs = createBlobStage(folders, stages.blobs);
      keeping = { former, notes, blobs, repositories: openRepositoryStage?.(stages.git) };
    },
    openFile(entry) {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      const { notes, blobs, repositories } = keeping;
      const { name: entryName, class: content, sizeBytes } = entry;
      if (content === 'git') {
        return repositories?.accept(entryName, sizeBytes);
      }
      return isKept(content)
        ? blobs.open((sha256, size) => notes.addFile({ entryName, content, sha256, sizeBytes: size }))
        : undefined;
    },
    async settle(signal) {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      lock.requireHeld(); // Another load would have its files in folders of these names by now.
      await keeping.blobs.settle(signal);
      const findings = await keepRepositories(keeping, signal);
      await removeStages(folders, createRemovalLimit(signal));
      return findings;
    },
    async abandon(signal) {
      keeping?.blobs.close();
      keeping?.repositories?.close();
      if (lock.isHeld()) {
        await removeStages(folders, createRemovalLimit(signal));
      }
    },
  };
}

function isKept(content: string): content is FileContent {
  return KEPT.has(content);
}
