import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '../../archive/index.ts';
import { fileFailure, invariant } from '../../base/index.ts';
import type { FileSink, Finding } from '../../model/index.ts';
import type { FileContent, FileFolders, FileRegister } from '../../store/index.ts';
import { type BlobStage, createBlobStage } from './blob-stage.ts';
import { keepRepository } from './keep-repository.ts';
import { removeOrphans } from './remove-orphans.ts';
import type { OpenRepositoryStage, RepositoryStage } from './repository-stage.ts';

/** Where the files of an archive go, and which of them. */
export interface KeepFilesOptions {
  readonly folders: FileFolders;
  /** Left out, repositories are not kept. */
  readonly openRepositoryStage?: OpenRepositoryStage | undefined;
}

/** Keeps the files of one archive beside the store, while the archive streams past and its records are written. */
export interface FileKeeper {
  /** To be called once the store is locked for this load, before the first entry. */
  begin(register: FileRegister): Promise<void>;
  /** Takes the bytes of an entry; undefined where they are not kept. */
  readonly openFile: (entry: ArchiveEntry) => FileSink | undefined;
  /** Gives everything its place; to be called before the store gets its own. Yields what was wrong with repositories. */
  settle(): Promise<readonly Finding[]>;
  /** Drops what has no place yet. */
  abandon(): Promise<void>;
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

/** What a load keeps files with, from its beginning on. */
interface Keeping {
  readonly register: FileRegister;
  readonly blobs: BlobStage;
  readonly repositories: RepositoryStage | undefined;
}

export function createFileKeeper({ folders, openRepositoryStage }: KeepFilesOptions): FileKeeper {
  const blobStagePath = join(folders.blobs, STAGE_NAME);
  const gitStagePath = join(folders.git, STAGE_NAME);
  let keeping: Keeping | undefined;

  async function removeStages(): Promise<void> {
    await rm(blobStagePath, { recursive: true, force: true });
    await rm(gitStagePath, { recursive: true, force: true });
  }

  async function clear(register: FileRegister): Promise<void> {
    await removeStages();
    if (register.hasFormer) {
      await removeOrphans(folders, register);
    }
  }

  async function keepRepositories({ register, repositories: stage }: Keeping): Promise<readonly Finding[]> {
    if (stage === undefined) {
      return [];
    }
    const { repositories, findings } = await stage.finish();
    for (const staged of repositories) {
      const formerFolder = register.formerGitFolder(staged.archivePath);
      register.addRepository(await keepRepository(staged, { folders, formerFolder }));
    }
    return [...findings, ...repositories.flatMap((staged) => staged.findings)];
  }

  return {
    async begin(register) {
      try {
        await clear(register);
      } catch (error) {
        throw fileFailure(error, 'keep files in', folders.blobs);
      }
      const blobs = createBlobStage(folders, blobStagePath);
      keeping = { register, blobs, repositories: openRepositoryStage?.(gitStagePath) };
    },
    openFile(entry) {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      const { register, blobs, repositories } = keeping;
      const { name: entryName, class: content, sizeBytes } = entry;
      if (content === 'git') {
        return repositories?.accept(entryName, sizeBytes);
      }
      return isKept(content)
        ? blobs.open((sha256, size) => register.addFile({ entryName, content, sha256, sizeBytes: size }))
        : undefined;
    },
    async settle() {
      invariant(keeping !== undefined, 'files are kept once the load has begun');
      await keeping.blobs.settle();
      const findings = await keepRepositories(keeping);
      await removeStages();
      return findings;
    },
    async abandon() {
      keeping?.blobs.close();
      keeping?.repositories?.close();
      await removeStages();
    },
  };
}

function isKept(content: string): content is FileContent {
  return KEPT.has(content);
}
