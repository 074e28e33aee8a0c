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
import { readIfThere, tryLock } from './lock-file.ts';

/** Where the state of a gate is kept. */
export interface GateMemory {
  /** Replaces the state by what `change` makes of it, while nobody else does; gives the change's result. */
  update<Result>(change: (state: GateState) => GateChange<Result>): Promise<Result>;
}

export interface GateChange<Result> {
  readonly state: GateState;
  readonly result: Result;
}

/** A state that this process has for itself. */
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

/** How long to wait, in real time, before a lock that is held is tried again. */
const LOCK_RETRY_MS = { min: 1, max: 8 };

interface SharedMemoryOptions {
  readonly path: string;
  /** Real time: another process holds the lock for as long as its disk takes, whatever clock the client is on. */
  readonly clock: Clock;
  readonly random: Random;
  readonly pid: number;
  /** Hears, once, of a state file that could not be read or written. */
  readonly onTrouble: (text: string) => void;
}

/**
 * A state that all processes of this machine share: a JSON file beside a lock file. Work under the lock is synchronous,
 * so that nothing of this process comes between. Where the file cannot be written, the state is this process's own.
 */
export function createSharedMemory(options: SharedMemoryOptions): GateMemory {
  const { path, clock, random, pid, onTrouble } = options;
  const fallback = createPrivateMemory();
  let isUsable = true;
  let hasTold = false;

  function tell(text: string): void {
    if (!hasTold) {
      hasTold = true;
      onTrouble(text);
    }
  }

  function readState(): GateState {
    const text = readIfThere(path);
    const state = text === undefined ? createGateState() : parseGateState(text);
    if (state === undefined) {
      tell(`The state of the rate limits in "${path}" cannot be read and is reset`);
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
          makeFolderSync(dirname(path), { mode: 0o700 });
          return await updateFile(change);
        } catch (error) {
          if (error instanceof Failure || systemErrorCode(error) === undefined) {
            throw error;
          }
          isUsable = false;
          tell(`The state of the rate limits cannot be shared in "${path}": ${messageOf(error)}`);
        }
      }
      return await fallback.update(change);
    },
  };
}

/** Whole or not at all for other processes; after a power cut an older state is as good. */
function writeState(path: string, state: GateState): void {
  const partPath = partPathOf(path);
  writeFileSync(partPath, JSON.stringify(state), { mode: 0o600 });
  renameSync(partPath, path);
}
