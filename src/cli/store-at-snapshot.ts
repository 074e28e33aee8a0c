import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { filesOf } from '../app/index.ts';
import { openWorkplace } from '../base/index.ts';
import { type FileFolders, foldersNextTo, openStore, type Store } from '../store/index.ts';
import type { Context } from './context.ts';
import { addFlag } from './flags.ts';
import { chooseSnapshot } from './point-in-time.ts';

export interface SnapshotFlags {
  readonly snapshot?: string;
}

export function addSnapshotFlag(command: Command): void {
  addFlag(
    command,
    '--snapshot <number>',
    'read the store as of this snapshot: a number, latest or previous; data captured from the service is not affected',
  );
}

/**
 * Calls `use` with the path of a store as it was at a snapshot. For an older snapshot, this is a temporary copy,
 * restored from the store's history into a private folder; without a name, or for the newest one, it is the store
 * itself.
 */
export async function withStoreAt<Result>(
  path: string,
  snapshot: string | undefined,
  context: Context,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const store = snapshot === undefined ? undefined : openStore(path);
  try {
    const older = store && findOlder(store, snapshot ?? '');
    return older === undefined ? await use(path) : await useOlder(older, { context, use });
  } finally {
    store?.close();
  }
}

interface OlderStore {
  readonly store: Store;
  readonly snapshotId: number;
}

/** Undefined for the newest snapshot. Fails with `absent` if the store does not have the snapshot. */
function findOlder(store: Store, name: string): OlderStore | undefined {
  const { id: snapshotId } = chooseSnapshot(store, name);
  return snapshotId === store.snapshots().at(-1)?.id ? undefined : { store, snapshotId };
}

interface Use<Result> {
  readonly context: Context;
  readonly use: (path: string) => Promise<Result>;
}

async function useOlder<Result>(
  { store, snapshotId }: OlderStore,
  { context, use }: Use<Result>,
): Promise<Result> {
  return await withDerivedStore(store.path, context, async (to) => {
    store.restoreSnapshot(snapshotId, to);
    return await use(to);
  });
}

/** Calls `use` with the path for a store that is made from another one, next to its files, and removed afterwards. */
export async function withDerivedStore<Result>(
  path: string,
  context: Context,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-snapshot-');
  try {
    const to = join(workplace.path, 'store.db');
    await linkFolders(foldersNextTo(to), await filesOf(path, context));
    return await use(to);
  } finally {
    await workplace.close();
  }
}

/** Links the folder with the files of the store, which are shared by all snapshots. Links inside it are not followed. */
async function linkFolders(from: FileFolders, to: FileFolders): Promise<void> {
  await symlink(dirname(resolve(to.blobs)), dirname(from.blobs));
}
