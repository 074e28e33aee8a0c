import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteText } from '../base/terminal-text.ts';
import { openWorkplace } from '../base/workplace.ts';
import { Failure } from '../model/failure.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { openStore, type Store } from '../store/store.ts';
import type { PublicStore } from '../store/write-public-store.ts';
import type { AppContext } from './context.ts';

/** Names for snapshots, as indexes from the newest. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['latest', -1],
  ['previous', -2],
]);

/** Whether a text names a snapshot: a number, `latest` or `previous`. */
export function isSnapshotName(text: string): boolean {
  return /^\d+$/.test(text) || PLACES.has(text);
}

/** Finds a snapshot by number, `latest` or `previous`. Fails with `absent`. */
export function chooseSnapshot(store: Store, name: string): Snapshot {
  const snapshots = store.snapshots();
  const place = PLACES.get(name);
  const snapshot =
    place === undefined ? snapshots.find(({ id }) => String(id) === name) : snapshots.at(place);
  if (snapshot === undefined) {
    const known = snapshots.map(({ id, takenAt }) =>
      takenAt === undefined ? String(id) : `${id} (${takenAt.slice(0, 10)})`,
    );
    throw new Failure(
      'absent',
      `Cannot find snapshot ${quoteText(name)} in "${store.path}": it has ${known.join(', ') || 'none'}`,
      { hint: `Name one of these numbers, ${[...PLACES.keys()].join(' or ')}` },
    );
  }
  return snapshot;
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
async function withDerivedStore<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-snapshot-');
  try {
    return await use(join(workplace.path, 'store.db'));
  } finally {
    await workplace.close();
  }
}

/** Fails with `usage` if an older snapshot is to be published. */
export function requireNewestToPublish({
  public: isPublic,
  snapshot,
}: {
  readonly public?: boolean | undefined;
  readonly snapshot?: string | undefined;
}): void {
  if (isPublic === true && snapshot !== undefined) {
    throw new Failure(
      'usage',
      'Cannot publish an older snapshot: it has texts that were edited or deleted since, and repositories that may have become private',
      { hint: 'Leave the snapshot out', commandHint: 'Leave --snapshot or --public out' },
    );
  }
}

export interface PublicChoices {
  /** Whether it has git data, for outputs that show none of its mail addresses. */
  readonly hasGit: boolean;
  /** Whether people have pseudonyms, and git data and uploads are left out. */
  readonly hasPseudonyms: boolean;
}

/** The choices of a site. With pseudonyms it has no git data: people's commits tell who they are. */
export function publicSiteChoices(hasPseudonyms = false): PublicChoices {
  return { hasPseudonyms, hasGit: !hasPseudonyms };
}

interface PublicStoreUse<Result> extends PublicChoices {
  readonly context: Pick<AppContext, 'clock' | 'random'> & Partial<Pick<AppContext, 'signal'>>;
  readonly onNote: (text: string) => void;
  readonly use: (path: string, store: PublicStore) => Promise<Result>;
}

/** The digits of the key of pseudonyms, which is made for each copy and forgotten with it. */
const KEY_DIGITS = 64;

/**
 * Calls `use` with the path of a temporary store that has only what may be published of the store at `path`. Every
 * output for the public is made from such a store. Says what was left out.
 */
export async function withPublicStore<Result>(
  path: string,
  { context, onNote, hasGit, hasPseudonyms, use }: PublicStoreUse<Result>,
): Promise<Result> {
  const { writePublicStore } = await import('../store/write-public-store.ts');
  const { describeOmitted } = await import('./publish/omitted-text.ts');
  const { clock, random, signal } = context;
  const pseudonymKey = hasPseudonyms ? random.hex(KEY_DIGITS) : undefined;
  return await withDerivedStore(async (to) => {
    const store = await writePublicStore({ from: path, to, clock, hasGit, pseudonymKey, signal });
    onNote(describeOmitted(store.report));
    return await use(to, store);
  });
}
