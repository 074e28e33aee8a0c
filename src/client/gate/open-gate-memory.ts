import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, createSystemClock, type Random, systemErrorCode } from '../../base/index.ts';
import { createPrivateMemory, createSharedMemory, type GateMemory } from './gate-memory.ts';
import { GATE_FORMAT } from './gate-state.ts';

/** Longer than the longest window, and the longest pause that is remembered. */
const FORGOTTEN_MS = 2 * 24 * 60 * 60_000;

interface GateMemoryOptions {
  /** Where processes share what they know; without it a process is alone. */
  readonly directory: string | undefined;
  /** Stands for the token and its service: see `callerDigest()`. */
  readonly callerDigest: string;
  readonly random: Random;
  readonly onTrouble: (text: string) => void;
}

/** Opens the memory of one caller's gate: `gate-1-<digest>.json` in the directory, or this process's own. */
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
  removeForgotten(directory, clock);
  const path = join(directory, `gate-${GATE_FORMAT}-${callerDigest}.json`);
  return createSharedMemory({ path, clock, random, pid: process.pid, onTrouble });
}

/** Removes the states of tokens that were not used for so long that no limit of theirs can still hold. */
function removeForgotten(directory: string, clock: Clock): void {
  try {
    for (const name of readdirSync(directory).filter((entry) => entry.startsWith('gate-'))) {
      const path = join(directory, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && clock.now() - stats.mtimeMs > FORGOTTEN_MS) {
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error; // Anything else is told where the state is to be written.
    }
  }
}

/** A name for a caller of a service that tells nothing of its secret: the token itself is never in a file's name. */
export function digestOfCaller(origin: string, secret: string | undefined): string {
  const caller = secret === undefined ? 'anonymous' : `secret ${secret}`;
  return createHash('sha256').update(`satchel caller\n${origin}\n${caller}`).digest('hex').slice(0, 32);
}
