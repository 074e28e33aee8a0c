import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileFailure, listFolder } from '../../base/file-failure.ts';
import { linkOrCopy } from '../../base/link-or-copy.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { plainStats, requireNoLink } from '../../base/plain-path.ts';
import { streamWholeFile } from '../../base/whole-file.ts';
import type { Workplace } from '../../base/workplace.ts';
import { keepRepositoryFolder } from '../../load/keep-repository.ts';
import { listBlobs, listRepositories } from '../../load/remove-orphans.ts';
import {
  hasContent,
  type KnownDigests,
  listRepositoryFiles,
  type RepositoryFile,
} from '../../load/repository-files.ts';
import { Failure } from '../../model/failure.ts';
import {
  blobPath,
  type DigestFolder,
  type FileFolders,
  findBlob,
  findGitFolder,
  foldersIn,
  gitFolderPath,
} from '../../store/file-folders.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CopiedRepository, CopySource, FilesSource, FilesTarget } from './vault-end.ts';

const READ_BYTES = 1024 * 1024;

/** Reads the archives of a vault in a directory, and the attachments and repositories next to its store. */
export function filesSource(
  vault: Vault,
  signal: AbortSignal,
): FilesSource & Pick<CopySource, 'openArchive'> {
  const folders = foldersIn(vault.directory);
  const known: KnownDigests = new Map();
  return {
    name: vault.name,
    openArchive: async (archive) => readIfPresent(plainFile(vault.archivePath(archive))),
    blobs: async (of) => await listing(folders, sizesOf(folders, of, 0)),
    openBlob: async (sha256, of) => readIfPresent(findBlob(folders, sha256, of)?.path),
    repositories: async () => new Set(await listing(folders, listRepositories(folders))),
    openRepository: async (folder) => await openRepository(findGitFolder(folders, folder), known, signal),
  };
}

/** Writes attachments and repositories next to the store of a vault. */
export function filesTarget(vault: Vault, workplace: Workplace, signal: AbortSignal): FilesTarget {
  const folders = foldersIn(vault.directory);
  const { disk } = vault;
  const known: KnownDigests = new Map();
  const packs = createPackFinder(folders, known);
  return {
    blobs: async (of) => new Set((await listing(folders, sizesOf(folders, of))).keys()),
    async writeBlob({ of, sha256 }, content) {
      const draft = join(workplace.path, sha256);
      await writing(blobPath(folders, sha256, of), async (path) => {
        await streamWholeFile(draft, content, disk);
        await disk.makeDirectory(requireNoLink(dirname(path)));
        await disk.rename(draft, path);
        await disk.syncDirectory(dirname(path));
      });
    },
    repositories: async () => new Set(await listing(folders, listRepositories(folders))),
    async writeRepository(folder, repository) {
      const draft = join(workplace.path, folder);
      await writing(gitFolderPath(folders, folder), async () => {
        await writeFiles(draft, repository, packs);
        vault.requireHeld();
        const written = await keepRepositoryFolder(draft, {
          folders,
          formerFolder: undefined,
          known,
          signal,
        });
        if (written !== folder) {
          throw new Failure(
            'vault-damaged',
            `Cannot copy "${folder}": its files changed while they were read`,
          );
        }
        packs.add(folder, repository);
      });
    },
  };
}

/** Names the path in the failure of writing it. */
export async function writing<Result>(
  path: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(path);
  } catch (error) {
    throw fileFailure(error, 'write', path);
  }
}

function plainFile(path: string): string | undefined {
  return plainStats(path, { folders: 1 })?.isFile() === true ? path : undefined;
}

function readIfPresent(path: string | undefined): AsyncIterable<Uint8Array> | undefined {
  return path === undefined ? undefined : readFileChunks(path);
}

/** Reads a file in large pieces; its failure names the path. */
export async function* readFileChunks(path: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path, { highWaterMark: READ_BYTES });
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
}

/** The sizes of files by digest; `otherBytes` of what is not a plain file and cannot be opened, which is left out without it. */
export async function sizesOf(
  folders: FileFolders,
  of: DigestFolder,
  otherBytes?: number,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const sha256 of listBlobs(folders, of)) {
    const sizeBytes = findBlob(folders, sha256, of)?.sizeBytes ?? otherBytes;
    if (sizeBytes !== undefined) {
      sizes.set(sha256, sizeBytes);
    }
  }
  return sizes;
}

async function listing<Result>({ git }: FileFolders, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw fileFailure(error, 'list', dirname(git));
  }
}

async function openRepository(
  path: string | undefined,
  known: KnownDigests,
  signal: AbortSignal,
): Promise<CopiedRepository | undefined> {
  return path !== undefined
    ? {
        files: await listRepositoryFiles(path, signal, known),
        open: async (file) => readFileChunks(join(path, file.path)),
      }
    : undefined;
}

/** Finds a pack in the repositories that are there, of which a new one may share it. */
interface PackFinder {
  find(file: RepositoryFile): Promise<string | undefined>;
  add(folder: string, repository: Pick<CopiedRepository, 'files'>): void;
}

/** The repositories are listed when the first pack is looked for. */
function createPackFinder(folders: FileFolders, known: KnownDigests): PackFinder {
  const byName = new Map<string, string>();
  const add = (folder: string, names: Iterable<string>) => {
    for (const name of names) {
      byName.set(name, join(gitFolderPath(folders, folder), PACKS, name));
    }
  };
  let listed: Promise<void> | undefined;
  const list = async () => {
    for (const folder of await listRepositories(folders)) {
      add(folder, await listFolder(join(gitFolderPath(folders, folder), PACKS)));
    }
  };
  return {
    async find({ path, sha256 }) {
      if (dirname(path) !== PACKS) {
        return undefined;
      }
      listed ??= list();
      await listed;
      const found = byName.get(basename(path));
      return found !== undefined && (await hasContent(found, sha256, known)) ? found : undefined;
    },
    add: (folder, { files }) =>
      add(
        folder,
        files.filter(({ path }) => dirname(path) === PACKS).map(({ path }) => basename(path)),
      ),
  };
}

const PACKS = 'objects/pack';

/** Writes the files of a repository, and the empty folders without which git does not recognise it. */
async function writeFiles(
  directory: string,
  { files, open }: CopiedRepository,
  packs: PackFinder,
): Promise<void> {
  for (const folder of ['refs', 'objects/pack', ...new Set(files.map(({ path }) => dirname(path)))]) {
    await makeFolder(join(directory, folder));
  }
  for (const file of files) {
    const path = join(directory, file.path);
    const shared = await packs.find(file);
    await (shared === undefined ? streamWholeFile(path, await open(file)) : linkOrCopy(shared, path));
  }
}
