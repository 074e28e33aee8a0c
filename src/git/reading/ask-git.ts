import { Failure } from '../../base/index.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { type GitCall, type GitEnding, runGit } from '../run-git.ts';
import type { GitStart } from '../spawn-git.ts';
import { unreadable } from './unreadable.ts';

/** Runs git over the repository that is read, within the limits of reading. */
export type AskGit = (
  call: Pick<GitCall, 'arguments' | 'onLine' | 'onOutput' | 'maxOutputBytes' | 'timeoutMs'>,
) => Promise<GitEnding>;

/** Lets so many runs be under way at once, the rest wait in line. */
export type Gate = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) {
      free -= 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free += 1;
      } else {
        next(); // The place goes from hand to hand.
      }
    }
  };
}

/** Prepares asking git about one repository. */
export function createAskGit(place: Omit<GitStart, 'arguments'>, gate: Gate): AskGit {
  return (call) =>
    gate(() =>
      runGit({
        maxOutputBytes: READING_LIMITS.listingBytes,
        ...place,
        ...call,
      }),
    );
}

/** Why a listing ended early; null where it is whole. Fails with `git-unreadable` where git gave up at once. */
export function cutOf(
  { status, stoppedBy }: GitEnding,
  what: string,
  hasAny: boolean,
): 'time' | 'size' | 'damage' | null {
  if (stoppedBy !== undefined) {
    return stoppedBy === 'time' ? 'time' : 'size';
  }
  if (status === 0) {
    return null;
  }
  if (hasAny) {
    return 'damage';
  }
  throw unreadable(what, 'git failed: objects are missing or damaged');
}

/** Splits output at each NUL, as `-z` writes it. */
export function createFieldCutter(onField: (field: string) => void): (chunk: Uint8Array) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    let start = 0;
    for (let end = held.indexOf(0); end >= 0; end = held.indexOf(0, start)) {
      onField(held.toString('utf8', start, end));
      start = end + 1;
    }
    held = held.subarray(start);
  };
}

/** Whether a failure says that a repository cannot be read, which pages tell in place of what they would show. */
export function isUnreadable(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'git-unreadable' || error.code === 'git-missing');
}
