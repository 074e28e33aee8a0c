import {
  type Clock,
  Failure,
  isJsonObject,
  isProcessOver,
  type JsonObject,
  ownIdentity,
  type ProcessIdentity,
  parseJson,
  type Random,
} from '../base/index.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { readSmallObject, writeSmallObject } from './small-objects.ts';

/** A lock that this process holds until it releases it. */
export interface ObjectLock {
  /** Fails with `locked` if the lock was not renewed in time, so that others may have taken it. */
  requireHeld(): void;
  release(): Promise<void>;
}

interface LockOptions {
  readonly command: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'hex'>;
  readonly signal: AbortSignal;
  /** Default: this process. */
  readonly identity?: ProcessIdentity;
}

/** A lock that was not renewed for this long belongs to a process that died (restic uses the same time). */
const STALE_MS = 30 * 60_000;
const RENEWAL_MS = 5 * 60_000;

/** Stores that are not immediately consistent show new objects within this time. */
const SETTLING_MS = 1_000;

/** How long the process with the first key waits for others to withdraw: they may be holders that never do. */
const MAX_ROUNDS = 5;

const FOLDER = 'locks/';

/**
 * Locks a store, or fails with `locked` and names the holder. No conditional write is needed: each process writes its
 * own lock, and proceeds only if two listings with a pause between them show no other one. If several processes do so at
 * the same moment, that with the first key stays until the others have withdrawn. Ages are compared by the clock of the
 * server.
 */
export async function acquireObjectLock(store: ObjectStore, options: LockOptions): Promise<ObjectLock> {
  const { command, clock, random, signal, identity = await ownIdentity() } = options;
  const key = `${FOLDER}${random.hex(32)}.json`;
  const startedAt = new Date(clock.now()).toISOString();
  const write = async () =>
    await writeSmallObject(store, key, JSON.stringify({ ...identity, command, startedAt }));
  let renewedAtMs = clock.now();
  await write();
  try {
    let rounds = 0;
    for (let quiet = 0; quiet < 2; rounds += 1) {
      const other = await findOther(store, key, identity);
      if (other !== undefined && (other.hasPrecedence || rounds >= MAX_ROUNDS)) {
        throw lockedFailure(store, other);
      }
      quiet = other === undefined ? quiet + 1 : 0;
      if (quiet < 2) {
        await clock.sleep(SETTLING_MS, signal);
      }
    }
  } catch (error) {
    await store.remove(key).catch(() => undefined); // The first error is reported.
    throw error;
  }
  const ended = new AbortController();
  const renewal = (async () => {
    while (!ended.signal.aborted) {
      await clock.sleep(RENEWAL_MS, ended.signal);
      const begunAtMs = clock.now();
      await write().then(
        () => {
          renewedAtMs = begunAtMs;
        },
        () => undefined, // Tried again after the next interval; `requireHeld` fails before the lock is stale.
      );
    }
  })().catch(() => undefined); // The sleep ends with the lock.
  return {
    requireHeld() {
      if (clock.now() - renewedAtMs > STALE_MS - RENEWAL_MS) {
        throw new Failure('locked', `The lock of "${store.name}" was lost: it could not be renewed in time`, {
          hint: 'Run the same command again; what is complete remains',
        });
      }
    },
    async release() {
      ended.abort();
      await renewal;
      await store.remove(key).catch(() => undefined); // It expires; what the holder did is complete, or failed itself.
    },
  };
}

/** The same objects; nothing is written or removed once `requireHeld` fails. */
export function fencedObjects(objects: ObjectStore, requireHeld: () => void): ObjectStore {
  return {
    ...objects,
    async write(key, content, sizeBytes) {
      requireHeld();
      await objects.write(key, content, sizeBytes);
    },
    async remove(key) {
      requireHeld();
      await objects.remove(key);
    },
  };
}

interface OtherLock {
  /** What is in its object. */
  readonly holder: unknown;
  /** The other process stays if both are acquiring the lock. */
  readonly hasPrecedence: boolean;
}

/** The first lock of another process. Removes stale locks, and those of dead processes of this machine. */
async function findOther(
  store: ObjectStore,
  ownKey: string,
  own: ProcessIdentity,
): Promise<OtherLock | undefined> {
  const locks: StoredObject[] = [];
  for await (const object of store.list(FOLDER)) {
    locks.push(object);
  }
  const nowMs = locks.find(({ key }) => key === ownKey)?.writtenAtMs ?? 0;
  const others = locks.filter(({ key }) => key !== ownKey).sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, writtenAtMs } of others) {
    const holder = parseJson((await readSmallObject(store, key))?.toString('utf8') ?? '');
    if (nowMs - writtenAtMs > STALE_MS || (await isDead(holder, own))) {
      await store.remove(key);
      continue;
    }
    return { holder, hasPrecedence: key < ownKey };
  }
  return undefined;
}

function lockedFailure({ name }: ObjectStore, { holder }: OtherLock): Failure {
  return new Failure('locked', `"${name}" is in use: ${describeHolder(holder)}`, {
    hint: 'Wait until it ends; a process that died on another machine loses its lock after 30 minutes',
  });
}

async function isDead(holder: unknown, own: ProcessIdentity): Promise<boolean> {
  return isIdentity(holder) && (await isProcessOver(holder, own)) === true;
}

/** The other members are optional. */
function isIdentity(value: unknown): value is ProcessIdentity & JsonObject {
  return isJsonObject(value) && typeof value['pid'] === 'number' && typeof value['host'] === 'string';
}

function describeHolder(holder: unknown): string {
  return isJsonObject(holder)
    ? `"${String(holder['command'])}" has locked it since ${String(holder['startedAt'])} (process ${String(holder['pid'])} on ${String(holder['host'])})`
    : 'another process is locking it';
}
