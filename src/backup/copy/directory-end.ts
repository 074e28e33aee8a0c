import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Clock,
  createRunId,
  digestOfFile,
  Failure,
  fileFailure,
  makeFolder,
  openWorkplace,
  plainStats,
  type Random,
  streamWholeFile,
  type Workplace,
} from '../../base/index.ts';
import { keepRepositoryFolder, listBlobs, listRepositories, listRepositoryFiles } from '../../load/index.ts';
import {
  blobPath,
  type FileFolders,
  findBlob,
  findGitFolder,
  foldersIn,
  gitFolderPath,
} from '../../store/index.ts';
import {
  type EncryptionWish,
  type JournalContent,
  type ManifestList,
  type Marker,
  openVault,
  presentArchives,
  sizeOfFile,
  type Vault,
} from '../../vault/index.ts';
import { isStoreDamage, readSnapshotNames } from '../keeping/inspect-store.ts';
import { findStoreDamage, noteArchives, noteStore } from '../keeping/store-notes.ts';
import { linesToCopy, mergeJournals } from './merge-journals.ts';
import { nameSnapshots } from './name-snapshots.ts';
import type { CopiedRepository, CopiedStore, CopySource, CopyTarget, FilesTarget } from './vault-end.ts';

interface DirectoryOptions {
  readonly clock: Clock;
  readonly random: Pick<Random, 'hex'>;
  readonly signal: AbortSignal;
}

const COMMAND = 'satchel vault copy';

/** Prefix of folders of unfinished work, which lie next to kept repositories: on their file system. */
const UNFINISHED = '.unfinished-';

const READ_BYTES = 1024 * 1024;

/**
 * Opens a vault in a directory to copy from it. It is locked only while its lists are read and its store is copied
 * aside, so that a long upload does not delay backups.
 */
export async function openDirectorySource(
  directory: string,
  { clock, signal }: DirectoryOptions,
): Promise<CopySource> {
  const vault = await openVault(directory, { clock });
  const release = await vault.lock(COMMAND);
  try {
    return await openLockedSource(vault, signal);
  } finally {
    await release();
  }
}

/** The same for a vault that this process has locked. */
export async function openLockedSource(vault: Vault, signal: AbortSignal): Promise<CopySource> {
  const workplace = await openWorkplaceIn(vault);
  const folders = foldersIn(vault.directory);
  const closing = async () => await workplace.close();
  try {
    const lists = await readLists(vault, workplace, signal);
    return {
      name: vault.name,
      recipients: vault.encryption.recipients,
      manifests: async () => lists.manifests,
      openArchive: async (archive) => readIfPresent(plainFile(vault.archivePath(archive))),
      blobs: async () => await listing(folders, sizesOfBlobs(folders)),
      openBlob: async (sha256) => readIfPresent(findBlob(folders, sha256)?.path),
      repositories: async () => new Set(await listing(folders, listRepositories(folders))),
      openRepository: async (folder) => await openRepository(findGitFolder(folders, folder), signal),
      store: async () => lists.store(),
      journal: async () => lists.journal.lines,
      close: closing,
    };
  } catch (error) {
    await closing();
    throw error;
  }
}

interface Lists {
  readonly manifests: ManifestList;
  readonly journal: JournalContent;
  /** Fails with `vault-damaged` if the store cannot be trusted. */
  readonly store: () => CopiedStore | undefined;
}

async function readLists(vault: Vault, workplace: Workplace, signal: AbortSignal): Promise<Lists> {
  const manifests = await vault.listManifests();
  const journal = await vault.journal.read();
  return { manifests, journal, store: await setStoreAside(vault, journal, { workplace, signal }) };
}

/** Copies the store, sharing its blocks where the file system can, because SQLite changes it in place. */
async function setStoreAside(
  vault: Vault,
  { lines }: JournalContent,
  { workplace, signal }: { readonly workplace: Workplace; readonly signal: AbortSignal },
): Promise<Lists['store']> {
  if (!existsSync(vault.storePath)) {
    return () => undefined;
  }
  const refuse = (reason: string) => () => {
    throw new Failure('vault-damaged', `Cannot copy the store of "${vault.directory}": ${reason}`, {
      hint: '"satchel vault rebuild" builds it again from the archives',
    });
  };
  const damage = findStoreDamage(lines);
  if (damage !== undefined) {
    return refuse(damage);
  }
  const path = join(workplace.path, 'store.db');
  try {
    await copyFile(vault.storePath, path, constants.COPYFILE_FICLONE);
    const store: CopiedStore = {
      sizeBytes: (await sizeOfFile(path)) ?? 0,
      sha256: await digestOfFile(path, signal),
      snapshots: nameSnapshots(readSnapshotNames(path)),
      open: async () => createReadStream(path, { highWaterMark: READ_BYTES }),
    };
    return () => store;
  } catch (error) {
    if (isStoreDamage(error)) {
      return refuse(error.message);
    }
    throw fileFailure(error, 'copy', vault.storePath);
  }
}

interface DirectoryTargetOptions extends DirectoryOptions {
  /** Of a vault that is made now. */
  readonly encryption: EncryptionWish | undefined;
  /** Fails if the recipients of the vault are not as they should be. */
  readonly confirm: (marker: Marker) => Promise<void>;
}

/** Opens or creates a vault in a directory to copy to it. It is locked until it is closed. */
export async function openDirectoryTarget(
  directory: string,
  { clock, random, signal, encryption, confirm }: DirectoryTargetOptions,
): Promise<CopyTarget> {
  const vault = await openVault(directory, { clock, create: true, encryption });
  await confirm(vault.encryption);
  const release = await vault.lock(COMMAND);
  const workplace = await openWorkplaceIn(vault).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const { disk } = vault;
  return {
    name: directory,
    isNew: vault.isNew,
    async archives() {
      const manifests = await vault.manifests();
      const present = await presentArchives(vault, manifests);
      return new Map(
        manifests
          .filter(({ archive }) => present.has(archive))
          .map((manifest) => [manifest.archive, manifest]),
      );
    },
    encryption: vault.encryption,
    async writeArchive(archive, content) {
      await writing(vault.archivePath(archive), async (path) => {
        await streamWholeFile(path, content, disk);
      });
    },
    writeManifest: async (manifest) => void (await vault.addManifest(manifest)),
    ...filesTarget(vault, workplace, signal),
    async store() {
      const path = vault.storePath;
      return existsSync(path)
        ? { sha256: await digestOfFile(path, signal), snapshots: nameSnapshots(readSnapshotNames(path)) }
        : undefined;
    },
    async writeStore(store) {
      const draft = join(workplace.path, 'store.db');
      await writing(vault.storePath, async (path) => {
        await streamWholeFile(draft, await store.open(), disk);
        await disk.rename(draft, path);
        await disk.syncDirectory(dirname(path));
      });
    },
    async finish(lines) {
      const { lines: own, damage } = await vault.journal.read();
      if (damage === undefined) {
        const archives = (await vault.manifests()).map(({ archive }) => archive);
        await vault.journal.rewrite(mergeJournals(own, linesToCopy(lines, new Set(archives))));
      }
      const journal = await vault.journal.open(createRunId(clock, random));
      try {
        await noteArchives(vault, journal);
        await noteStore(vault, journal);
      } finally {
        await journal.close();
      }
    },
    async close() {
      await workplace.close();
      await release();
    },
  };
}

/** Writes attachments and repositories next to the store of a vault. */
export function filesTarget(vault: Vault, workplace: Workplace, signal: AbortSignal): FilesTarget {
  const folders = foldersIn(vault.directory);
  const { disk } = vault;
  return {
    blobs: async () => new Set((await listing(folders, sizesOfBlobs(folders))).keys()),
    async writeBlob(sha256, content) {
      const draft = join(workplace.path, sha256);
      await writing(blobPath(folders, sha256), async (path) => {
        await streamWholeFile(draft, content, disk);
        await disk.makeDirectory(dirname(path));
        await disk.rename(draft, path);
        await disk.syncDirectory(dirname(path));
      });
    },
    repositories: async () => new Set(await listing(folders, listRepositories(folders))),
    async writeRepository(folder, repository) {
      const draft = join(workplace.path, folder);
      await writing(gitFolderPath(folders, folder), async () => {
        await writeFiles(draft, repository);
        vault.requireHeld();
        await keepRepositoryFolder(draft, { folders, formerFolder: undefined, signal });
      });
    },
  };
}

export async function openWorkplaceIn({ directory, disk }: Vault): Promise<Workplace> {
  const { git } = foldersIn(directory);
  await disk.makeDirectory(git);
  return await openWorkplace(git, UNFINISHED);
}

async function writing(path: string, work: (path: string) => Promise<void>): Promise<void> {
  try {
    await work(path);
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

async function* readFileChunks(path: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path, { highWaterMark: READ_BYTES });
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
}

async function sizesOfBlobs(folders: FileFolders): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const sha256 of listBlobs(folders)) {
    sizes.set(sha256, findBlob(folders, sha256)?.sizeBytes ?? 0);
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
  signal: AbortSignal,
): Promise<CopiedRepository | undefined> {
  return path !== undefined
    ? {
        files: await listRepositoryFiles(path, signal),
        open: async (file) => readFileChunks(join(path, file.path)),
      }
    : undefined;
}

/** Writes the files of a repository, and the empty folders without which git does not recognise it. */
async function writeFiles(directory: string, { files, open }: CopiedRepository): Promise<void> {
  for (const folder of ['refs', 'objects/pack', ...new Set(files.map(({ path }) => dirname(path)))]) {
    await makeFolder(join(directory, folder));
  }
  for (const file of files) {
    await streamWholeFile(join(directory, file.path), await open(file));
  }
}
