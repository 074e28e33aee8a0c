import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../../base/json.ts';
import { readOwnBytes } from '../../base/own-files.ts';
import type { Environment } from '../../base/user-directories.ts';
import { writeWholeFile } from '../../base/whole-file.ts';
import { makeObjectCache } from '../../objects/object-cache.ts';
import { isObjectLocation } from '../../objects/object-location.ts';

/** The places of a working copy: what a vault in object storage has on this machine. All of it can be fetched again. */
export interface WorkingCopy {
  /** Contains the vault, and temporary folders for archives that are being read. */
  readonly root: string;
  /** An ordinary vault, without the archives. */
  readonly vault: string;
  /** The objects of the journal, as files. */
  readonly journal: string;
  readonly state: string;
}

/** Names the place of which a folder is the working copy; it lies next to the vault. */
const STATE_NAME = 'origin.json';

/** What is known about the origin since the last update. */
export interface WorkingCopyState {
  /** `s3://BUCKET/PREFIX` */
  readonly location: string;
  /** Versions of small objects that have been fetched, by key. */
  readonly versions: Readonly<Record<string, string>>;
  /** The store that was fetched or published last. */
  readonly store?: { readonly sha256: string; readonly sizeBytes: number; readonly changeCounter: number };
  /** The digest of the store that was the published one then. */
  readonly published?: string;
}

/**
 * The working copy of a location in the user's cache. Backups that run at the same time have one each, counted from 1.
 */
export async function openWorkingCopy(location: string, env: Environment, number = 1): Promise<WorkingCopy> {
  const root = await makeObjectCache(location, { kind: 'vaults', env, number });
  return {
    root,
    vault: join(root, 'vault'),
    journal: join(root, 'journal'),
    state: join(root, STATE_NAME),
  };
}

/** The state of a working copy; empty if it was never updated. */
export async function readState({
  state,
}: Pick<WorkingCopy, 'state'>): Promise<WorkingCopyState | undefined> {
  const value = parseJson((await readOwnBytes(state))?.toString() ?? '');
  return isState(value) ? value : undefined;
}

export async function writeState({ state }: WorkingCopy, value: WorkingCopyState): Promise<void> {
  await writeWholeFile(state, `${JSON.stringify(value)}\n`);
}

/** The location of which the vault in `directory` is the working copy; undefined if it is a vault of its own. */
export async function locationOf(directory: string): Promise<string | undefined> {
  return (await readState({ state: join(directory, '..', STATE_NAME) }))?.location;
}

function isState(value: unknown): value is WorkingCopyState & JsonObject {
  const { location, versions, store, published } = isJsonObject(value) ? value : {};
  return (
    typeof location === 'string' &&
    isObjectLocation(location) &&
    isJsonObject(versions) &&
    Object.values(versions).every((version) => typeof version === 'string') &&
    (published === undefined || typeof published === 'string') &&
    (store === undefined ||
      (isJsonObject(store) &&
        typeof store['sha256'] === 'string' &&
        [store['sizeBytes'], store['changeCounter']].every(Number.isSafeInteger)))
  );
}
