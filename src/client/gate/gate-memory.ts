import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Clock,
  Failure,
  makeFolderSync,
  messageOf,
  partPathOf,
  type Random,
  systemErrorCode,
} from '../../base/index.ts';
import { createGateState, type GateState, parseGateState } from './gate-state.ts';
import { readIfPresent, tryLock } from './lock-file.ts';

/** Stores the state of a gate. */
export interface GateMemory {
  /** Atomically replaces the state with what `change` returns; resolves to its result. */
  update<Result>(change: (state: GateState) => GateChange<Result>): Promise<Result>;
}

export interface GateChange<Result> {
  readonly state: GateState;
  readonly result: Result;
}

/** A state in the memory of this process. */
export function createPrivateMemory(): GateMemory {
  let state = createGateState();
  return {
    async update(change) {
      const changed = change(state);
      state = changed.state;
      return changed.result;
    },
  };
}

/** The delay before the lock is tried again. */
const LOCK_RETRY_MS = { min: 1, max: 8 };

interface SharedMemoryOptions {
  readonly path: string;
  /** The system clock, because other processes hold the lock in real time. */
  readonly clock: Clock;
  readonly random: Random;
  readonly pid: number;
  /** Called once if the state file cannot be read or written. */
  readonly onTrouble: (text: string) => void;
}

/**
 * A state that all processes of this machine share: a JSON file with a lock file. Work under the lock is synchronous, so
 * this process does nothing else meanwhile. If the file cannot be written, the state is kept in memory.
 */
export function createSharedMemory(options: SharedMemoryOptions): GateMemory {
  const { path, clock, random, pid, onTrouble } = options;
  const fallback = createPrivateMemory();
  let isUsable = true;
  let hasReported = false;

  function report(text: string): void {
    if (!hasReported) {
      hasReported = true;
      onTrouble(text);
    }
  }

  function readState(): GateState {
    const text = readIfPresent(path);
    const state = text === undefined ? createGateState() : parseGateState(text);
    if (state === undefined) {
      report(`The state of the rate limits in "${path}" cannot be read and is reset`);
    }
    return state ?? createGateState();
  }

  async function updateFile<Result>(change: (state: GateState) => GateChange<Result>): Promise<Result> {
    for (;;) {
      const lock = tryLock(`${path}.lock`, { nowMs: clock.now(), pid, random });
      if (lock !== undefined) {
        try {
          const { state, result } = change(readState());
          if (lock.isHeld()) {
            writeState(path, state);
            return result;
          }
        } finally {
          lock.release();
        }
      }
      await clock.sleep(random.integer(LOCK_RETRY_MS.min, LOCK_RETRY_MS.max));
    }
  }

  return {
    async update(change) {
      if (isUsable) {
        try {
          makeFolderSync(dirname(path));
          return await updateFile(change);
        } catch (error) {
          if (error instanceof Failure || systemErrorCode(error) === undefined) {
            throw error;
          }
          isUsable = false;
          report(`The state of the rate limits cannot be shared in "${path}": ${messageOf(error)}`);
        }
      }
      return await fallback.update(change);
    },
  };
}

/** Atomic for other processes, but not synced: after a power cut, an older state is good enough. */
function writeState(path: string, state: GateState): void {
  const partPath = partPathOf(path);
  writeFileSync(partPath, JSON.stringify(state), { mode: 0o600 });
  renameSync(partPath, path);
}
