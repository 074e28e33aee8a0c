import { readServerTime } from './listed-lock.ts';
import { LOCK_KEYS, type LockFolder, readLockFolder } from './lock-folder.ts';
import { type Attempt, type Claim, findBlocker, type LockPlace, textOfLock } from './lock-holders.ts';
import { recordRule } from './lock-rule.ts';
import type { ObjectStore } from './object-store.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/**
 * Takes the next number, if no lock of the listing excludes it. Its creation succeeds only if the number is free. If a
 * listing then shows no higher one, no other process has acquired a lock of the name since the first listing, however
 * long that took: the highest number is never removed. A pause is not needed.
 */
export async function claimNumber(place: LockPlace, folder: LockFolder): Promise<Attempt> {
  const { store, name } = place;
  const blocker = await findBlocker(place, folder.locks, () => readServerTime(place));
  if (blocker !== undefined) {
    return { blocker };
  }
  const number = folder.lastNumber + 1;
  const key = LOCK_KEYS.numbered(name, number);
  const text = textOfLock(place);
  try {
    const made = await store.create(key, text);
    if (made === 'exists') {
      return 'again';
    }
    // A store that honoured the condition once may have been replaced, or the bucket copied to another one.
    if (made === 'unsupported' || (await store.create(key, `${text}\n`)) !== 'exists') {
      await recordRule(store, 'listed');
      await writeSmallObject(store, key, '');
      return 'again';
    }
    const after = await readLockFolder(store, name);
    const known = new Set([key, ...folder.locks.map((lock) => lock.key)]);
    // A process that was suspended creates a number that was given and removed meanwhile. A lock without a number is new
    // if its process has not seen yet that numbers are used.
    if (after.lastNumber > number || after.locks.some((lock) => !known.has(lock.key))) {
      await writeSmallObject(store, key, '');
      return 'again';
    }
    const left = [...after.leftovers, ...after.oldTrials];
    await Promise.allSettled(left.map((key) => store.remove(key))); // Or by the next process.
  } catch (error) {
    await withdrawOwn(store, key, text).catch(() => undefined); // The first error is reported.
    throw error;
  }
  return { claim: claimOf(place, number, text) };
}

function claimOf({ store, name }: LockPlace, number: number, text: string): Claim {
  const key = LOCK_KEYS.numbered(name, number);
  const alive = LOCK_KEYS.alive(name, number);
  let isRenewed = false;
  return {
    number,
    isThere: async () => await isOwn(store, key, text),
    // Writing the lock itself again would restore one that was taken over.
    async renew() {
      isRenewed = true;
      await writeSmallObject(store, alive, '');
    },
    // What is empty is released. It stays until there is a higher number.
    async withdraw() {
      await writeSmallObject(store, key, '');
      if (isRenewed) {
        await store.remove(alive);
      }
    },
  };
}

async function withdrawOwn(store: ObjectStore, key: string, text: string): Promise<void> {
  if (await isOwn(store, key, text)) {
    await writeSmallObject(store, key, '');
  }
}

/** Its number may have been written twice: see `claimNumber`. */
async function isOwn(store: ObjectStore, key: string, text: string): Promise<boolean> {
  return (await readSmallObject(store, key))?.toString('utf8').trimEnd() === text;
}
