import { quoteText } from '../../base/index.ts';
import { Failure } from '../../model/index.ts';
import { openStore, type Snapshot, type Store } from '../../store/index.ts';
import type { Context } from '../context.ts';
import { findStore, type StoreFlags } from '../flags/store-location.ts';

/** The meaning of an argument of a comparison. */
export type PointInTime =
  | { readonly type: 'snapshot'; readonly store: Store; readonly snapshot: Snapshot }
  | { readonly type: 'archive'; readonly path: string };

/** Names for snapshots, as indexes from the newest. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['latest', -1],
  ['previous', -2],
]);

/**
 * Resolves an argument: a number, `latest` or `previous` is a snapshot of the store that the flags select; the path of
 * a store means its newest snapshot; any other path is an archive. The caller closes the stores.
 */
export async function findPointInTime(
  argument: string,
  flags: StoreFlags,
  context: Context,
): Promise<PointInTime> {
  if (/^\d+$/.test(argument) || PLACES.has(argument)) {
    return pointOf(openStore(await findStore(flags, context)), argument);
  }
  const store = openStoreAt(argument);
  return store === undefined ? { type: 'archive', path: argument } : pointOf(store, 'latest');
}

function pointOf(store: Store, name: string): PointInTime {
  try {
    return { type: 'snapshot', store, snapshot: chooseSnapshot(store, name) };
  } catch (error) {
    store.close();
    throw error;
  }
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

function openStoreAt(path: string): Store | undefined {
  try {
    return openStore(path);
  } catch (error) {
    const isOther = error instanceof Failure && (error.code === 'not-a-store' || error.code === 'absent');
    if (!isOther) {
      throw error;
    }
    return undefined;
  }
}
