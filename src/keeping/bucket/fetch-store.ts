import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure, sizeOfFile } from '../../base/file-failure.ts';
import { digestOfFile } from '../../base/read-pieces.ts';
import { streamWholeFile } from '../../base/whole-file.ts';
import { openWorkplace } from '../../base/workplace.ts';
import { Failure } from '../../model/failure.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { readStoreFile } from '../../store/store-file.ts';
import { readChangeCounters, requireStore } from '../../store/store-header.ts';
import { lockStore } from '../../store/store-lock.ts';
import type { Vault } from '../../vault/vault.ts';
import { carryCaptures } from '../carry-captures.ts';
import { digestChecked } from '../copy/digest-checked.ts';
import { damagedStore, openPublishedStore, type StorePointer } from '../copy/published-store.ts';
import { isStoreDamage } from '../inspect-store.ts';
import type { DamagedStore } from '../open-vault-options.ts';
import { STORE_SUFFIXES } from '../set-aside.ts';
import { isSpoiled } from '../store-notes.ts';
import type { WorkingCopyState } from './working-copy.ts';

type KnownStore = NonNullable<WorkingCopyState['store']>;

interface FetchOptions {
  readonly objects: ObjectStore;
  readonly local: Vault;
  /** The store that was fetched or published last. */
  readonly former: KnownStore | undefined;
  /** The published store; undefined if there is none, or if it is not needed. */
  readonly pointer: StorePointer | undefined;
  /** The folder of the working copy. */
  readonly root: string;
  /** Whether all of the local store is read to find out whether it has rotted. Otherwise only its beginning is. */
  readonly isThorough: boolean;
  readonly onDamagedStore?: DamagedStore | undefined;
}

/**
 * Fetches the published store if another machine has published it since, or the local one has rotted. What was captured
 * into the former one and not published is kept. Readers of the former one are not disturbed. Returns what is known about
 * the store.
 */
export async function fetchStore(options: FetchOptions): Promise<KnownStore | undefined> {
  const { objects, local, former, pointer, root, onDamagedStore } = options;
  const { storePath } = local;
  if (pointer === undefined || (pointer.sha256 === former?.sha256 && !(await isCorrupt(options)))) {
    return former;
  }
  const workplace = await openWorkplace(root, 'fetched-');
  try {
    const draft = join(workplace.path, 'store.db');
    const published = await openPublishedStore(objects);
    if (published === undefined) {
      return former;
    }
    const { sha256, content } = published;
    await streamWholeFile(
      draft,
      onDamagedStore === 'taken' ? content : digestChecked(content, { sha256, name: 'store.db' }),
    );
    const isWhole = onDamagedStore !== 'taken' || (await digestOfFile(draft)) === sha256;
    if (!isWhole && existsSync(storePath)) {
      return former;
    }
    const known = isWhole ? await describeStore(draft, sha256) : former;
    const lock = await lockStore(storePath, { command: 'satchel' });
    try {
      if (existsSync(storePath) && (await isChanged(storePath, former))) {
        await carryInto(draft, storePath);
      }
      for (const suffix of STORE_SUFFIXES) {
        await rm(`${storePath}${suffix}`, { force: true });
      }
      await rename(draft, storePath);
    } finally {
      await lock.release();
    }
    return known;
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (onDamagedStore !== undefined && (code === 'vault-damaged' || code === 'archive-damaged')) {
      return former; // It is missing, or cannot be decrypted.
    }
    throw code === 'archive-damaged'
      ? damagedStore('does not match its checksum')
      : fileFailure(error, 'fetch', storePath);
  } finally {
    await workplace.close();
  }
}

/**
 * Whether the local store is missing or has rotted: then nothing is wrong with the vault. A store that was written to
 * since is not compared.
 */
async function isCorrupt({ local, former, isThorough }: FetchOptions): Promise<boolean> {
  const { storePath } = local;
  if (former === undefined || !existsSync(storePath)) {
    return true;
  }
  try {
    requireStore(storePath);
    const found = isThorough
      ? await readStoreFile(storePath)
      : {
          ...former,
          sizeBytes: (await sizeOfFile(storePath)) ?? 0,
          changeCounters: readChangeCounters(storePath),
        };
    return isSpoiled(found, former);
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-a-store') {
      return true;
    }
    throw error;
  }
}

/** What identifies a store that was fetched or published. */
async function describeStore(path: string, sha256: string): Promise<KnownStore> {
  return {
    sha256,
    sizeBytes: (await sizeOfFile(path)) ?? 0,
    changeCounter: readChangeCounters(path)[0] ?? 0,
  };
}

async function isChanged(path: string, former: KnownStore | undefined): Promise<boolean> {
  try {
    const { sizeBytes, changeCounter } = await describeStore(path, '');
    return sizeBytes !== former?.sizeBytes || changeCounter !== former.changeCounter;
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    return false; // Nothing can be kept of it.
  }
}

async function carryInto(draft: string, path: string): Promise<void> {
  try {
    await carryCaptures(path, draft);
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
  }
}
