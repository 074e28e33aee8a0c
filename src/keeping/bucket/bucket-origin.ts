import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { type DigestFolder, isGitFolderName } from '../../store/file-folders.ts';
import type { Marker } from '../../vault/marker.ts';
import type { AllKeptNames, KeptNames, OriginFile, Vault, VaultOrigin } from '../../vault/vault.ts';
import { openBucketSource, openBucketTarget } from '../copy/bucket-end.ts';
import { KEYS } from '../copy/bucket-keys.ts';
import { copyFiles } from '../copy/copy-files.ts';
import { digestChecked } from '../copy/digest-checked.ts';
import { openLockedSource, openWorkplaceIn } from '../copy/directory-end.ts';
import { filesTarget } from '../copy/directory-files.ts';
import { listFormerStores, readStorePointer } from '../copy/published-store.ts';
import type { CopiedStore, CopySource, CopyTarget, FilesSource, FilesTarget } from '../copy/vault-end.ts';
import { setDamagedLfsAside } from '../lfs/lfs-files.ts';
import { readState, type WorkingCopy, writeState } from './working-copy.ts';

interface OriginOptions {
  readonly objects: ObjectStore;
  readonly marker: Marker;
  readonly copy: WorkingCopy;
  /** The vault of the working copy. */
  readonly local: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

/** What a vault in object storage has besides archives, manifests and the journal. */
export function bucketOrigin({
  objects,
  marker,
  copy,
  local,
  clock,
  signal,
}: OriginOptions): Omit<VaultOrigin, 'holdAccount' | 'aside' | 'oddKeys'> {
  const source = openBucketSource(objects, marker);
  const copying = { isDryRun: false, signal, onEvent: () => undefined };
  const isStoreWhole = async () => {
    const pointer = await readStorePointer(objects);
    return pointer === undefined || (await isWhole(objects, KEYS.store(pointer.sha256), pointer.sha256));
  };
  return {
    isStoreWhole,
    async isStoreFetched() {
      const published = await readStorePointer(objects);
      return published === undefined || published.sha256 === (await readState(copy))?.store?.sha256;
    },
    keptNames: async () => ({
      blobs: await source.blobs('blobs'),
      repositories: await source.repositories(),
      lfs: await source.blobs('lfs'),
    }),
    async fetchFiles(needed) {
      const workplace = await openWorkplaceIn(local);
      try {
        const to = filesTarget(local, workplace, signal);
        await copyFiles({ ...copying, from: onlyNeeded(source, { ...NOTHING, ...needed }), to });
      } finally {
        await workplace.close();
      }
    },
    async readFiles(chosen) {
      const whole = new Set<string>();
      const names = { ...NOTHING, ...chosen };
      const from = {
        ...source,
        blobs: async (of: DigestFolder) => names[of],
        repositories: async () => names.repositories,
      };
      await copyFiles({
        ...copying,
        from,
        to: nowhere(),
        onEvent(event) {
          if (event.type === 'copied') {
            whole.add(event.name);
          }
        },
      });
      return whole;
    },
    async publish({ readsStore } = { readsStore: false }) {
      const from = await openLockedSource(local, signal);
      try {
        const to = openBucketTarget(objects, marker);
        const uploaded = new Set<string>();
        const filesTo: FilesTarget = {
          ...to,
          async writeBlob(file, content) {
            await to.writeBlob(file, content);
            if (file.of === 'lfs') {
              uploaded.add(file.sha256);
            }
          },
        };
        let [trouble] = await copyFiles({ ...copying, from, to: filesTo });
        if (trouble !== undefined && (await setDamagedLfsAside(local, { clock, signal }))) {
          [trouble] = await copyFiles({ ...copying, from, to: filesTo });
        }
        const store = await soundStore(from);
        if (store !== undefined) {
          const isDamaged = readsStore && !(await isStoreWhole());
          await publishStore({ ...store, isDamaged }, to, copy);
        }
        if (trouble !== undefined) {
          throw trouble;
        }
        return uploaded;
      } finally {
        await from.close();
      }
    },
    leftovers: async () => await listFormerStores(objects),
    async discard(path) {
      const [folder = '', name = ''] = path.split('/');
      if (folder === 'git') {
        await discardRepository(name, objects, source);
      } else if (folder === 'lfs') {
        // Nothing else may have it: it is read once more, and what cannot be read stays.
        await ((await isWhole(objects, path, path.slice('lfs/00/'.length)))
          ? undefined
          : objects.remove(path));
      } else {
        await objects.remove(path);
      }
    },
    removeLfs: async (oid) => await objects.remove(KEYS.blob(oid, 'lfs')),
    removeOrphans: (needed, isDryRun) => removeOrphans(objects, { source, needed, isDryRun, signal }),
  };
}

const NOTHING: AllKeptNames = { blobs: new Map(), repositories: new Set(), lfs: new Map() };

/** Reads everything, and keeps nothing. What several repositories share is read once. */
function nowhere(): FilesTarget {
  const read = new Set<string>();
  return {
    blobs: async () => new Set(),
    writeBlob: async (_file, content) => void (await digestOf(content)),
    repositories: async () => new Set(),
    async writeRepository(_folder, { files, open }) {
      for (const file of files.filter(({ sha256 }) => !read.has(sha256))) {
        await digestOf(await open(file));
        read.add(file.sha256);
      }
    },
  };
}

/** A store that was found damaged is not published; others keep the former one. */
async function soundStore(from: CopySource): Promise<CopiedStore | undefined> {
  try {
    return await from.store();
  } catch (error) {
    if (error instanceof Failure && error.code === 'vault-damaged') {
      return undefined;
    }
    throw error;
  }
}

async function publishStore(
  store: CopiedStore & { readonly isDamaged: boolean },
  to: CopyTarget,
  copy: WorkingCopy,
): Promise<void> {
  const state = await readState(copy);
  const { sizeBytes, sha256, changeCounter = 0 } = store;
  if (store.isDamaged || sha256 !== (await to.store())?.sha256) {
    const open = async () => digestChecked(await store.open(), { ...store, name: 'store.db' });
    if (!(await to.writeStore({ ...store, open }, state?.published))) {
      const found = 'another machine has published one since this one locked the vault';
      throw new Failure('locked', `Cannot publish the store of "${to.name}": ${found}`, {
        hint: 'Run again',
      });
    }
  }
  if (state !== undefined) {
    await writeState(copy, { ...state, store: { sizeBytes, sha256, changeCounter }, published: sha256 });
  }
}

function onlyNeeded(source: FilesSource, needed: AllKeptNames): FilesSource {
  return {
    ...source,
    blobs: async (of) => {
      const isNeeded = ([sha256]: readonly [string, number]) => needed[of].has(sha256);
      return needed[of].size === 0 ? new Map() : new Map([...(await source.blobs(of))].filter(isNeeded));
    },
    repositories: async () =>
      new Set([...(await source.repositories())].filter((folder) => needed.repositories.has(folder))),
  };
}

/** Removes the list of a repository, and those of its files that are damaged. */
async function discardRepository(folder: string, objects: ObjectStore, source: FilesSource): Promise<void> {
  const repository = await source.openRepository(folder).catch(() => undefined); // With a damaged list, its files are not known.
  for (const file of repository?.files ?? []) {
    const key = KEYS.gitFile(file.sha256);
    if (!(await isWhole(objects, key, file.sha256))) {
      await objects.remove(key);
    }
  }
  await objects.remove(KEYS.repository(folder));
}

async function isWhole(objects: ObjectStore, key: string, sha256: string): Promise<boolean> {
  try {
    return (await digestOf((await objects.read(key)) ?? [])) === sha256;
  } catch (error) {
    if (error instanceof Failure && error.code === 'archive-damaged') {
      return false; // Its encryption is.
    }
    throw error;
  }
}

async function digestOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of content) {
    digest.update(chunk);
  }
  return digest.digest('hex');
}

interface OrphanOptions {
  readonly source: FilesSource;
  readonly needed: KeptNames;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

async function* removeOrphans(
  objects: ObjectStore,
  { source, needed, isDryRun, signal }: OrphanOptions,
): AsyncGenerator<OriginFile, void> {
  const files = new Set<string>();
  for (const folder of needed.repositories) {
    for (const { sha256 } of (await readList(folder, source))?.files ?? []) {
      files.add(sha256);
    }
  }
  const isNeeded: Readonly<Record<string, (name: string) => boolean>> = {
    'blobs/': (key) => needed.blobs.has(key.slice('blobs/00/'.length)),
    'git/': (key) =>
      !isGitFolderName(key.slice('git/'.length)) || needed.repositories.has(key.slice('git/'.length)),
    'git-files/': (key) => files.has(key.slice('git-files/00/'.length)),
  };
  for (const [prefix, keeps] of Object.entries(isNeeded)) {
    for await (const { key, sizeBytes } of objects.list(prefix)) {
      signal.throwIfAborted();
      if (!keeps(key)) {
        if (!isDryRun) {
          await objects.remove(key);
        }
        yield { path: key, sizeBytes };
      }
    }
  }
}

/** With a damaged list it is not known which files are needed. */
async function readList(folder: string, source: FilesSource) {
  try {
    return await source.openRepository(folder);
  } catch (error) {
    if (error instanceof Failure && error.code === 'vault-damaged') {
      throw new Failure(error.code, `Cannot find the files that repositories need. ${error.message}`, {
        cause: error,
        hint: 'repair() of the vault, on a machine without this working copy, replaces the damaged list from the archives',
        commandHint:
          '"satchel vault repair" on a machine without this working copy replaces the damaged list from the archives',
      });
    }
    throw error;
  }
}
