import type { Clock } from '../base/clock.ts';
import { isJsonObject, type JsonObject, parseJson } from '../base/json.ts';
import { isProcessOver, type ProcessIdentity } from '../base/process-identity.ts';
import type { Random } from '../base/random.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { Failure } from '../model/failure.ts';
import type { LockMode, LockObject } from './lock-folder.ts';
import type { ObjectStore } from './object-store.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/** A lock that was not renewed for this long belongs to a process that died (restic uses the same time). */
export const STALE_MS = 30 * 60_000;

export interface LockPlace {
  readonly store: ObjectStore;
  /** What is locked, for instance `vault`: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly mode: LockMode;
  /** The command of the holder, shown to those who are refused: `satchel backup`. */
  readonly command: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the attempt, and the wait. */
  readonly signal: AbortSignal;
  readonly identity: ProcessIdentity;
}

/** A lock in the store that this process has written. */
export interface Claim {
  /** Undefined with the rule `listed`. */
  readonly number: number | undefined;
  /** False if another process took it over, or a person removed it. */
  isThere(): Promise<boolean>;
  /** Shows others that the process lives. */
  renew(): Promise<void>;
  withdraw(): Promise<void>;
}

/** A lock that excludes what was asked for. */
export interface Blocker {
  readonly key: string;
  readonly mode: LockMode;
  /** What is in its object. */
  readonly holder: unknown;
}

/** `again`: another process was acquiring a lock at the same time. */
export type Attempt = { readonly claim: Claim } | { readonly blocker: Blocker } | 'again';

/** The content of a lock; it occurs only once. */
export function textOfLock({ identity, command, mode, clock, random }: LockPlace): string {
  const startedAt = formatTimestamp(clock.now());
  return JSON.stringify({ ...identity, command, startedAt, mode, mark: random.hex(32) });
}

/**
 * The first of the locks that excludes what is asked for. Ends those of dead processes of this machine, and those that
 * have not been renewed for `STALE_MS` before `nowMs`, the time of the server.
 */
export async function findBlocker(
  { store, mode, identity }: LockPlace,
  locks: readonly LockObject[],
  nowMs: () => Promise<number>,
): Promise<Blocker | undefined> {
  for (const lock of locks) {
    if (mode === 'shared' && lock.mode === 'shared') {
      continue;
    }
    const text = (await readSmallObject(store, lock.key))?.toString('utf8');
    if (text === undefined || (text === '' && lock.mode === undefined)) {
      continue; // Released since the listing.
    }
    const holder = parseJson(text);
    const held = lock.mode ?? (isJsonObject(holder) && holder['mode'] === 'shared' ? 'shared' : 'exclusive');
    if (mode === 'shared' && held === 'shared') {
      continue;
    }
    if (!(await isDead(holder, identity)) && (await nowMs()) - lock.aliveAtMs <= STALE_MS) {
      return { key: lock.key, mode: held, holder };
    }
    await endLock(store, lock);
  }
  return undefined;
}

/** A number stays, so that it is never given again. */
async function endLock(store: ObjectStore, { key, mode }: LockObject): Promise<void> {
  await (mode === undefined ? writeSmallObject(store, key, '') : store.remove(key));
}

/** The failure that names the holder of a lock. */
export function lockedFailure({ store, name }: LockPlace, { mode, holder }: Blocker): Failure {
  const { command, startedAt, pid, host } = isJsonObject(holder) ? holder : {};
  const found = isIdentity(holder)
    ? `"${command}" has held ${mode === 'shared' ? 'a shared lock' : 'it'} since ${startedAt} (process ${pid} on ${host})`
    : 'another process is locking it';
  return new Failure('locked', `Cannot lock "${name}" in "${store.name}": ${found}`, {
    hint: 'Wait until it ends; a process that died on another machine loses its lock after 30 minutes',
    details: isIdentity(holder)
      ? { command: String(command), startedAt: String(startedAt), pid: holder.pid, host: holder.host }
      : {},
  });
}

async function isDead(holder: unknown, own: ProcessIdentity): Promise<boolean> {
  return isIdentity(holder) && (await isProcessOver(holder, own)) === true;
}

/** The other members are optional. */
function isIdentity(value: unknown): value is ProcessIdentity & JsonObject {
  return isJsonObject(value) && typeof value['pid'] === 'number' && typeof value['host'] === 'string';
}
