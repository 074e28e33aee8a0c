import { fencedObjects } from '../../objects/fenced-objects.ts';
import type { ObjectLock } from '../../objects/object-lock.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { COMPACTED } from './bucket-journal.ts';
import { KEYS } from './bucket-keys.ts';
import { STORE_POINTER } from './published-store.ts';

/** The whole vault is locked: one process writes to it. */
export const VAULT_LOCK = { name: 'vault', mode: 'exclusive' } as const;

const MANIFESTS = 'manifests/';

/** The objects of a vault for the holder of a lock; `lock` returns undefined while there is none. */
export function fencedVault(objects: ObjectStore, lock: () => ObjectLock | undefined): ObjectStore {
  return fencedObjects(objects, {
    lock,
    isDeciding: (key) =>
      key.startsWith(MANIFESTS) || key === STORE_POINTER || key === `${KEYS.journal}${COMPACTED}`,
    // An archive without a manifest does not count until a repair gives it one. The others have replaced something.
    isWithdrawn: (key) => key.startsWith(MANIFESTS),
  });
}
