import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, createSystemClock, type Random, systemErrorCode } from '../../base/index.ts';
import { createPrivateMemory, createSharedMemory, type GateMemory } from './gate-memory.ts';
import { GATE_FORMAT } from './gate-state.ts';

/** Longer than any window or pause. */
const EXPIRED_MS = 2 * 24 * 60 * 60_000;

interface GateMemoryOptions {
  /** Where processes share the state; undefined to keep it in memory. */
  readonly directory: string | undefined;
  /** From `digestOfCaller()`. */
  readonly callerDigest: string;
  readonly random: Random;
  readonly onTrouble: (text: string) => void;
}

/** Opens the state of one caller's gate: `gate-1-<digest>.json` in the directory, or in memory. */
export function openGateMemory({
  directory,
  callerDigest,
  random,
  onTrouble,
}: GateMemoryOptions): GateMemory {
  if (directory === undefined) {
    return createPrivateMemory();
  }
  const clock = createSystemClock();
  removeExpired(directory, clock);
  const path = join(directory, `gate-${GATE_FORMAT}-${callerDigest}.json`);
  return createSharedMemory({ path, clock, random, pid: process.pid, onTrouble });
}

/** Removes the states of tokens whose limits must have expired. */
function removeExpired(directory: string, clock: Clock): void {
  try {
    for (const name of readdirSync(directory).filter((entry) => entry.startsWith('gate-'))) {
      const path = join(directory, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && clock.now() - stats.mtimeMs > EXPIRED_MS) {
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error; // System errors are reported when the state is written.
    }
  }
}

/** Identifies a caller of a service without revealing its secret, for use in file names. */
export function digestOfCaller(origin: string, secret: string | undefined): string {
  const caller = secret === undefined ? 'anonymous' : `secret ${secret}`;
  return createHash('sha256').update(`satchel caller\n${origin}\n${caller}`).digest('hex').slice(0, 32);
}
