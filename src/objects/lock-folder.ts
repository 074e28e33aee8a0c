import type { ObjectStore } from './object-store.ts';

/** Shared locks of the same name exist together; an exclusive one is alone. */
export type LockMode = 'shared' | 'exclusive';

/** How processes exclude each other in a place: see decisions.md. */
export type LockRule = 'listed' | 'numbered';

/** A lock that was not released. Its process may have died. */
export interface LockObject {
  readonly key: string;
  /** Undefined if only its content names it. */
  readonly mode: LockMode | undefined;
  /** Its last sign of life by the clock of the server, milliseconds since the Unix epoch. */
  readonly aliveAtMs: number;
}

/** What a listing shows of the locks of one name. */
export interface LockFolder {
  readonly rule: LockRule;
  /** When the rule was recorded, by the clock of the server; undefined if it never was. */
  readonly recordedAtMs: number | undefined;
  /** Ordered by key. */
  readonly locks: readonly LockObject[];
  /** What released locks have left. */
  readonly leftovers: readonly string[];
  /** What killed processes have left of their trials, which take moments. */
  readonly oldTrials: readonly string[];
  /** The highest number that was ever given; 0 if there is none. */
  readonly lastNumber: number;
}

const FOLDER = 'locks/';
const TRIAL = `${FOLDER}trial-`;

/** Should one be removed that is still needed, nothing is proved. */
const TRIAL_MS = 10_000;

/** The records of the rule. As long as that of `listed` exists, it applies. */
const RECORDS: Readonly<Record<LockRule, string>> = {
  listed: `${FOLDER}rule-listed.json`,
  numbered: `${FOLDER}rule-numbered.json`,
};

const LOCK = /^locks\/([^/]+)\/(?:(shared|exclusive)-[0-9a-f]{32}\.json|(\d{10})\.(json|alive))$/;

const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** Fails with a `RangeError` unless a name can be part of a key. */
export function requireLockName(name: string): void {
  if (!NAME.test(name)) {
    throw new RangeError(`"${name}" is not a name for a lock: use letters, digits, ".", "_" and "-"`);
  }
}

export const LOCK_KEYS = {
  record: (rule: LockRule) => RECORDS[rule],
  /** A lock that counts by being listed. `mark` has 32 hexadecimal digits. */
  listed: (name: string, mode: LockMode, mark: string) => `${FOLDER}${name}/${mode}-${mark}.json`,
  numbered: (name: string, number: number) => `${FOLDER}${name}/${String(number).padStart(10, '0')}.json`,
  /** Written again and again while a numbered lock is held. */
  alive: (name: string, number: number) => `${FOLDER}${name}/${String(number).padStart(10, '0')}.alive`,
  /** Shows the time of the server, or whether it honours a condition. `mark` has 32 hexadecimal digits. */
  trial: (mark: string) => `${TRIAL}${mark}`,
} as const;

/** Reads the locks of a name and the rule, with one listing. */
export async function readLockFolder(store: ObjectStore, name: string): Promise<LockFolder> {
  const records = new Map<string, number>();
  const locks: LockObject[] = [];
  const numbered = new Map<string, LockObject>();
  const leftovers = new Set<string>();
  const trials = new Map<string, number>();
  let newestMs = 0;
  const alive = new Map<string, { readonly key: string; readonly writtenAtMs: number }>();
  let lastNumber = 0;
  for await (const { key, sizeBytes, writtenAtMs } of store.list(FOLDER)) {
    const [, of, mode, digits, ending] = LOCK.exec(key) ?? [];
    newestMs = Math.max(newestMs, writtenAtMs);
    if (key.startsWith(TRIAL)) {
      trials.set(key, writtenAtMs);
    } else if (of === undefined) {
      records.set(key, writtenAtMs);
    } else if (of !== name) {
      // Locks of other names do not matter.
    } else if (digits === undefined) {
      locks.push({ key, mode: mode === 'shared' ? mode : 'exclusive', aliveAtMs: writtenAtMs });
    } else {
      lastNumber = Math.max(lastNumber, Number(digits));
      if (ending === 'alive') {
        alive.set(digits, { key, writtenAtMs });
      } else if (sizeBytes === 0) {
        leftovers.add(key);
      } else {
        numbered.set(digits, { key, mode: undefined, aliveAtMs: writtenAtMs });
      }
    }
  }
  for (const [digits, { key, writtenAtMs }] of alive) {
    const lock = numbered.get(digits);
    if (lock === undefined) {
      leftovers.add(key);
    } else {
      numbered.set(digits, { ...lock, aliveAtMs: Math.max(lock.aliveAtMs, writtenAtMs) });
    }
  }
  const rule = records.has(RECORDS.numbered) && !records.has(RECORDS.listed) ? 'numbered' : 'listed';
  return {
    rule,
    recordedAtMs: records.get(RECORDS[rule]),
    locks: [...locks, ...numbered.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    leftovers: [...leftovers],
    // By the clock of the server: the lock that is being taken is the newest object.
    oldTrials: [...trials].filter(([, atMs]) => newestMs - atMs > TRIAL_MS).map(([key]) => key),
    lastNumber,
  };
}

/** When an object was written by the clock of the server; undefined if it is not listed. */
export async function readWrittenAtMs(store: ObjectStore, key: string): Promise<number | undefined> {
  for await (const object of store.list(key)) {
    if (object.key === key) {
      return object.writtenAtMs;
    }
  }
  return undefined;
}
