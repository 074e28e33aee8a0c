import { LOCK_KEYS, type LockFolder, readLockFolder, readWrittenAtMs } from './lock-folder.ts';
import { type Attempt, type Claim, findBlocker, type LockPlace, textOfLock } from './lock-holders.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/** Stores that are not immediately consistent show new objects within this time. */
const SETTLING_MS = 1_000;

/** How long the process with the first key waits for others to withdraw: they may be holders that never do. */
const MAX_ROUNDS = 5;

/**
 * Restic's rule, which needs no conditional write: each process writes its own lock, and proceeds only if a listing some
 * time later shows no other one. Of several that do so at the same moment, that with the first key stays until the
 * others have withdrawn.
 */
export async function claimByListing(place: LockPlace, before: LockFolder): Promise<Attempt> {
  const { store, name, mode, random } = place;
  const key = LOCK_KEYS.listed(name, mode, random.hex(32));
  const text = textOfLock(place);
  const claim: Claim = {
    number: undefined,
    isThere: async () => (await readSmallObject(store, key))?.toString('utf8') === text,
    renew: async () => await writeSmallObject(store, key, text),
    withdraw: async () => await store.remove(key),
  };
  await claim.renew();
  try {
    const attempt = await decide(place, { key, claim, mayWait: before.locks.length === 0 });
    if (attempt === 'again' || 'blocker' in attempt) {
      await claim.withdraw();
    }
    return attempt;
  } catch (error) {
    await claim.withdraw().catch(() => undefined); // The first error is reported.
    throw error;
  }
}

interface Claimed {
  readonly key: string;
  readonly claim: Claim;
  /** Whether no other process was seen before, so that the first listing may come after the pause. */
  readonly mayWait: boolean;
}

async function decide(place: LockPlace, { key, claim, mayWait }: Claimed): Promise<Attempt> {
  const { store, name, clock, signal } = place;
  let hasSettled = false;
  for (let rounds = 0; ; rounds += 1) {
    if (rounds > 0 || mayWait) {
      await clock.sleep(SETTLING_MS, signal);
      hasSettled = true;
    }
    const folder = await readLockFolder(store, name);
    if (folder.rule === 'numbered') {
      return 'again'; // It was proved meanwhile.
    }
    const own = folder.locks.find((lock) => lock.key === key);
    const others = folder.locks.filter((lock) => lock !== own);
    // Without its own lock, a listing is not up to date, and shows no time.
    const blocker = await findBlocker(place, others, async () => own?.aliveAtMs ?? 0);
    if (blocker !== undefined && (blocker.key < key || rounds >= MAX_ROUNDS)) {
      return { blocker };
    }
    if (own === undefined && rounds >= MAX_ROUNDS) {
      return 'again';
    }
    if (blocker === undefined && own !== undefined && hasSettled) {
      await Promise.allSettled(folder.oldTrials.map((trial) => store.remove(trial)));
      return { claim };
    }
  }
}

/** The time of the server: that of an object that is written now. Milliseconds since the Unix epoch. */
export async function readServerTime({ store, random }: LockPlace): Promise<number> {
  const key = LOCK_KEYS.trial(random.hex(32));
  await writeSmallObject(store, key, '');
  try {
    return (await readWrittenAtMs(store, key)) ?? 0;
  } finally {
    await store.remove(key);
  }
}
