import { readRepositoryEntry } from '../../git/repository-entry.ts';
import { folderNameOfList, listOfRepository, type RepositoryFile } from '../../load/repository-files.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { readSmallObject, writeSmallObject } from '../../objects/small-objects.ts';
import { isBlobName, isGitFolderName } from '../../store/file-folders.ts';
import type { Marker } from '../../vault/marker.ts';
import { readManifestFiles, sealManifest } from '../../vault/read-manifests.ts';
import { addRuns, readBucketJournal } from './bucket-journal.ts';
import {
  damaged,
  ifDecryptable,
  isVaultKey,
  KEYS,
  keysIn,
  readDamagedToo,
  readPresent,
} from './bucket-keys.ts';
import { linesToCopy } from './merge-journals.ts';
import { findPublishedStore, publishStore, readStorePointer } from './published-store.ts';
import type { CopiedRepository, CopySource, CopyTarget } from './vault-end.ts';

/** Opens a vault in object storage to copy from it. */
export function openBucketSource(objects: ObjectStore, { recipients }: Marker): CopySource {
  return {
    name: objects.name,
    recipients,
    async manifests() {
      const fileNames = (await keysIn(objects, 'manifests/')).filter((name) => name.endsWith('.json'));
      return await readManifestFiles(fileNames, (fileName) =>
        readDamagedToo(objects, `manifests/${fileName}`),
      );
    },
    openArchive: async (archive) => await objects.read(KEYS.archive(archive)),
    async blobs(of) {
      const found = new Map<string, number>();
      for await (const { key, sizeBytes } of objects.list(`${of}/`)) {
        const name = key.slice(`${of}/00/`.length);
        if (isBlobName(name)) {
          found.set(name, sizeBytes);
        }
      }
      return found;
    },
    openBlob: async (sha256, of) => await objects.read(KEYS.blob(sha256, of)),
    repositories: async () => new Set((await keysIn(objects, 'git/')).filter(isGitFolderName)),
    openRepository: async (folder) => await openRepository(objects, folder),
    async store() {
      const store = await findPublishedStore(objects);
      return store && { ...store, open: async () => await readPresent(objects, KEYS.store(store.sha256)) };
    },
    journal: async () => await readBucketJournal(objects),
    close: async () => objects.close(),
  };
}

/** Opens a vault in object storage to copy to it; it must be locked. */
export function openBucketTarget(objects: ObjectStore, marker: Marker): CopyTarget {
  const source = openBucketSource(objects, marker);
  let gitFiles: Set<string> | undefined;
  return {
    name: objects.name,
    async archives() {
      const present = new Set(await keysIn(objects, 'archives/'));
      const names = (await keysIn(objects, 'manifests/')).map((name) => name.replace(/\.json$/, ''));
      const readable = await ifDecryptable(source.manifests()); // Without a key, only the names are known.
      const manifests = new Map(readable?.manifests.map((manifest) => [manifest.archive, manifest]));
      return new Map(names.filter((name) => present.has(name)).map((name) => [name, manifests.get(name)]));
    },
    isNew: false,
    encryption: { ...marker, extent: 'everything', ofNewArchives: [] },
    writeArchive: async (archive, content, sizeBytes) =>
      await objects.write(KEYS.archive(archive), content, sizeBytes),
    writeManifest: async (manifest) =>
      await writeSmallObject(objects, KEYS.manifest(manifest.archive), sealManifest(manifest)),
    blobs: async (of) => new Set((await source.blobs(of)).keys()),
    writeBlob: async ({ of, sha256, sizeBytes }, content) =>
      await objects.write(KEYS.blob(sha256, of), content, sizeBytes),
    repositories: source.repositories,
    async writeRepository(folder, repository) {
      gitFiles ??= new Set((await keysIn(objects, 'git-files/')).map((key) => key.slice('00/'.length)));
      for (const file of repository.files) {
        if (!gitFiles.has(file.sha256)) {
          await objects.write(KEYS.gitFile(file.sha256), await repository.open(file));
          gitFiles.add(file.sha256);
        }
      }
      const list = listOfRepository(repository.files);
      requireName(list, folder);
      await writeSmallObject(objects, KEYS.repository(folder), list);
    },
    store: async () => await readStorePointer(objects),
    writeStore: async (store, replaced) => await publishStore(objects, store, replaced),
    async finish(lines) {
      const archives = new Set(await keysIn(objects, 'archives/'));
      await addRuns(objects, linesToCopy(lines, archives));
      await objects.removeUnfinished(isVaultKey);
    },
    close: async () => objects.close(),
  };
}

async function openRepository(objects: ObjectStore, folder: string): Promise<CopiedRepository | undefined> {
  const list = (await readSmallObject(objects, KEYS.repository(folder)))?.toString('utf8');
  if (list === undefined) {
    return undefined;
  }
  requireName(list, folder);
  return {
    files: list
      .split('\n')
      .filter(Boolean)
      .map((line) => readFile(line, folder)),
    open: async (file) => await readPresent(objects, KEYS.gitFile(file.sha256)),
  };
}

/** The name of a repository is derived from the list of its files. */
function requireName(list: string, folder: string): void {
  if (folderNameOfList(list) !== folder) {
    throw damaged(`git/${folder}`, 'does not match the checksum in its name');
  }
}

/** Anyone who can write to the bucket must not be able to place files that git would execute. */
function readFile(line: string, folder: string): RepositoryFile {
  const [, sha256, path] = /^([0-9a-f]{64}) (.+)$/.exec(line) ?? [];
  const file = readRepositoryEntry(`repositories/a/a.git/${path ?? ''}`)?.file;
  if (sha256 === undefined || path === undefined || file === undefined || file.type === 'ref') {
    throw damaged(`git/${folder}`, 'lists a file that a repository must not contain');
  }
  return { path, sha256 };
}
