import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openWorkplace } from '../base/index.ts';
import { openStore, type Store } from '../store/index.ts';
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
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const store = snapshot === undefined ? undefined : openStore(path);
  try {
    const older = store && findOlder(store, snapshot ?? '');
    return older === undefined
      ? await use(path)
      : await withDerivedStore(async (to) => {
          older.store.restoreSnapshot(older.snapshotId, to);
          return await use(to);
        });
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

/** Calls `use` with the path for a store that is made from another one, without its files, and removed afterwards. */
export async function withDerivedStore<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-snapshot-');
  try {
    return await use(join(workplace.path, 'store.db'));
  } finally {
    await workplace.close();
  }
}
