import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { LockWait } from '../base/lock.ts';
import { ownIdentity, type ProcessIdentity } from '../base/process-identity.ts';
import { Failure } from '../model/failure.ts';
import { claimByListing, readServerTime } from './listed-lock.ts';
import { LOCK_KEYS, type LockFolder, readLockFolder, requireLockName } from './lock-folder.ts';
import {
  type Attempt,
  type Blocker,
  type Claim,
  findBlocker,
  type LockPlace,
  lockedFailure,
  STALE_MS,
  textOfLock,
} from './lock-holders.ts';
import { proveRule, recordRule } from './lock-rule.ts';
import type { ObjectStore } from './object-store.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/** A lock that this process holds until it releases it, or until another process considers it dead. */
export interface ObjectLock {
  /** Grows with each lock of the same name; undefined if the store does not honour conditional writes. */
  readonly number: number | undefined;
  /** Fails with `locked` if the lock was not renewed in time, or was found to be taken over. Makes no request. */
  requireHeld(): void;
  /** Asks the store, and fails with `locked` if another process took over the lock. */
  confirmHeld(): Promise<void>;
  release(): Promise<void>;
}

interface LockOptions extends Omit<LockPlace, 'store' | 'identity'> {
  /** If absent, a lock that is held fails at once. */
  readonly lockWait?: Omit<LockWait, 'signal'> | undefined;
  /** Default: this process. */
  readonly identity?: ProcessIdentity | undefined;
}

const RENEWAL_MS = 5 * 60_000;

/** The holder stops before others may take over its lock. */
const HELD_MS = STALE_MS - RENEWAL_MS;

/** Delays before the next attempt when the lock is held. */
const POLL_DELAYS = { firstMs: 500, maxMs: 5_000 };

/** The same when several processes acquire locks of the name at the same moment: one of them succeeds each time. */
const RETRY_DELAYS = { firstMs: 20, maxMs: 2_000 };

const MAX_RETRIES = 200;

/** While a lock stays listed, whether its holder is dead is asked this often: that takes four requests, a listing one. */
const CHECK_MS = 60_000;

/** After this time, a store that did not honour conditional writes is tried again. */
const PROOF_MS = 30 * 86_400_000;

/**
 * Locks a name in a store. Waits, or fails with `locked` and names the holder, if a lock of the name exists and one of
 * both is exclusive. Ages are compared by the clock of the server.
 */
export async function acquireObjectLock(store: ObjectStore, options: LockOptions): Promise<ObjectLock> {
  const { name, mode, command, clock, random, signal, identity = await ownIdentity() } = options;
  requireLockName(name);
  const place: LockPlace = { store, name, mode, command, clock, random, signal, identity };
  const { claim, begunAtMs, isProofDue } = await waitForClaim(place, options.lockWait);
  const lock = holdClaim(claim, { store, clock, begunAtMs });
  if (isProofDue) {
    try {
      const rule = await proveRule(store, random);
      if (rule !== undefined) {
        await recordRule(store, rule);
      }
    } catch (error) {
      await lock.release();
      throw error;
    }
  }
  return lock;
}

interface Claimed {
  readonly claim: Claim;
  /** Before the lock was written. */
  readonly begunAtMs: number;
  readonly isProofDue: boolean;
}

async function waitForClaim(place: LockPlace, lockWait: LockOptions['lockWait']): Promise<Claimed> {
  const { store, name, clock, random, signal } = place;
  const endMs = clock.now() + (lockWait?.waitMs ?? 0);
  let [polls, retries] = [0, 0];
  let known: { readonly blocker: Blocker; readonly checkedAtMs: number } | undefined;
  for (;;) {
    signal.throwIfAborted();
    const begunAtMs = clock.now();
    const folder = await readLockFolder(store, name);
    const isNumbered = folder.rule === 'numbered';
    const isChecked = begunAtMs < endMs && Math.abs(begunAtMs - (known?.checkedAtMs ?? 0)) < CHECK_MS;
    if (!(isChecked && folder.locks.some(({ key }) => key === known?.blocker.key))) {
      known = undefined;
    }
    const attempt =
      known ?? (isNumbered ? await claimNumber(place, folder) : await claimByListing(place, folder));
    const isLate = clock.now() - begunAtMs > HELD_MS; // This process was suspended: others may have taken it over.
    if (isLate && attempt !== 'again' && 'claim' in attempt) {
      await attempt.claim.withdraw();
    } else if (attempt === 'again') {
      retries += 1;
      if (retries === MAX_RETRIES) {
        throw new Failure('locked', `Cannot lock "${name}" in "${store.name}": other runs keep taking it`);
      }
      await clock.sleep(backoffMs(retries, { ...RETRY_DELAYS, random }), signal);
    } else if ('claim' in attempt) {
      const isProofDue = !isNumbered && begunAtMs - (folder.recordedAtMs ?? 0) > PROOF_MS;
      return { claim: attempt.claim, begunAtMs, isProofDue };
    } else {
      const failure = lockedFailure(place, attempt.blocker);
      const leftMs = endMs - clock.now();
      if (leftMs <= 0) {
        throw failure;
      }
      if (polls === 0) {
        lockWait?.onWait?.(failure.message);
      }
      polls += 1;
      known ??= { blocker: attempt.blocker, checkedAtMs: begunAtMs };
      await clock.sleep(Math.min(leftMs, backoffMs(polls, { ...POLL_DELAYS, random })), signal);
    }
  }
}

function holdClaim(
  claim: Claim,
  {
    store,
    clock,
    begunAtMs,
  }: { readonly store: ObjectStore; readonly clock: Clock; readonly begunAtMs: number },
): ObjectLock {
  let renewedAtMs = begunAtMs;
  let loss: string | undefined;
  const ended = new AbortController();
  const requireHeld = () => {
    // Once it is lost it stays so: a process that was suspended must not renew what others have taken over.
    if (loss === undefined && clock.now() - renewedAtMs > HELD_MS) {
      loss = 'it could not be renewed in time';
    }
    if (loss !== undefined) {
      throw new Failure('locked', `The lock of "${store.name}" was lost: ${loss}`, {
        hint: 'Try again; what is complete remains',
      });
    }
  };
  const renewal = (async () => {
    for (;;) {
      await clock.sleep(RENEWAL_MS, ended.signal);
      requireHeld();
      const nowMs = clock.now();
      await claim.renew().then(
        () => {
          requireHeld(); // A write that took too long may have restored a lock that another process had removed.
          renewedAtMs = nowMs;
        },
        () => undefined, // Tried again after the next interval; `requireHeld` fails before the lock is stale.
      );
    }
  })().catch(() => undefined); // It ends with the lock, or when the lock is lost.
  return {
    number: claim.number,
    requireHeld,
    async confirmHeld() {
      requireHeld();
      if (!(await claim.isThere())) {
        loss ??= 'another process took it over';
      }
      requireHeld();
    },
    async release() {
      ended.abort();
      await renewal;
      await claim.withdraw().catch(() => undefined); // It expires; what the holder did is complete, or failed itself.
    },
  };
}

/**
 * Takes the next number, if no lock of the listing excludes it. Its creation succeeds only if the number is free. If a
 * listing then shows no higher one, no other process has acquired a lock of the name since the first listing, however
 * long that took: the highest number is never removed. A pause is not needed.
 */
async function claimNumber(place: LockPlace, folder: LockFolder): Promise<Attempt> {
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
