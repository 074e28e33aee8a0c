import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import { systemErrorCode } from './failure.ts';
import { fileFailure, ifPresent } from './file-failure.ts';
import { isJsonObject, parseJson } from './json.ts';
import { readOwnBytes } from './own-files.ts';
import { isProcessOver, type ProcessIdentity } from './process-identity.ts';
import { createSystemRandom } from './random.ts';

/** The holder of a lock, as recorded in its file. */
export interface LockHolder extends ProcessIdentity {
  readonly command: string;
  readonly startedAt: string;
}

/** The extension of holder files. */
export const HOLDER_ENDING = '.json';

/** A holder that cannot be checked from here is considered dead after this time without a heartbeat. */
export const FOREIGN_STALE_MS = 15 * 60_000;

/**
 * The same for what is only swept away: long enough that no jump of the clock makes up for it, because a sweep cannot
 * wait for a heartbeat.
 */
export const SWEEP_STALE_MS = 7 * 86_400_000;

/** The interval at which a holder rewrites its file, for processes that cannot check it. */
const HEARTBEAT_MS = 60_000;

/**
 * How long a holder that seems dead is observed, in time that clocks cannot skip: after a clock was set forward, or
 * after the machine was suspended, a living holder rewrites its file within this time.
 */
const CONFIRMATION_MS = HEARTBEAT_MS + 15_000;

/** A file that is dated further into the future than this was written before its clock was set back. */
const CLOCK_TOLERANCE_MS = 60_000;

/** An unreadable file is still being written; after this time, its writer must have died. */
const UNREADABLE_STALE_MS = 10_000;

/** `"satchel backup" has held it since 2026-06-01T12:00:00.000Z (process 7 on host)` */
export function describeHolder({ command, startedAt, pid, host }: LockHolder): string {
  return `"${command}" has held it since ${startedAt} (process ${pid} on ${host})`;
}

/** Reads a holder file; undefined if it is absent or unreadable. */
export async function readHolder(file: string): Promise<LockHolder | undefined> {
  try {
    const bytes = await readOwnBytes(file);
    const value = bytes === undefined ? undefined : parseJson(bytes.toString());
    if (!isJsonObject(value) || typeof value['pid'] !== 'number' || typeof value['host'] !== 'string') {
      return undefined;
    }
    const { pid, host } = value;
    const textOf = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined);
    return {
      pid,
      host,
      bootId: textOf('bootId'),
      startTicks: textOf('startTicks'),
      machineId: textOf('machineId'),
      pidNamespace: textOf('pidNamespace'),
      command: textOf('command') ?? 'another program',
      startedAt: textOf('startedAt') ?? 'an unknown time',
    };
  } catch (error) {
    throw fileFailure(error, 'read the lock', file);
  }
}

/** How to judge whether a holder is dead. */
export interface HolderChecks {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** The process that judges; the default is this one. */
  readonly identity: ProcessIdentity | undefined;
  /** Judges without waiting, with `SWEEP_STALE_MS`. */
  readonly isSweep: boolean;
}

/** True if the holder has certainly exited, or has not written its heartbeat for too long. */
export async function isStale(
  file: string,
  holder: LockHolder | undefined,
  checks: HolderChecks,
): Promise<boolean> {
  const isOver = holder === undefined ? 'unknown' : await isProcessOver(holder, checks.identity);
  if (isOver !== 'unknown') {
    return isOver;
  }
  try {
    if (holder === undefined) {
      return await isUnchangedFor(file, UNREADABLE_STALE_MS, checks.clock);
    }
    if (checks.isSweep) {
      return await isUnchangedFor(file, SWEEP_STALE_MS, checks.clock);
    }
    return (await isUnchangedFor(file, FOREIGN_STALE_MS, checks.clock)) && (await staysSilent(file, checks));
  } catch (error) {
    throw fileFailure(error, 'read the lock', file);
  }
}

/** True if the file is gone or was not written for this long by the clock of its file system: those of hosts differ. */
async function isUnchangedFor(file: string, durationMs: number, clock: Clock): Promise<boolean> {
  const writtenMs = await writtenAtMs(file);
  if (writtenMs === undefined) {
    return true;
  }
  if (Math.abs(clock.now() - writtenMs) <= durationMs) {
    return false; // Without this shortcut, waiting would write to the file system at each look.
  }
  const nowMs = await fileSystemNowMs(file);
  if (writtenMs > nowMs + CLOCK_TOLERANCE_MS) {
    // The clock was set back. From now on the file ages by the present one, unless its owner is alive.
    await ifPresent(utimes(file, nowMs / 1_000, nowMs / 1_000));
    return false;
  }
  return nowMs - writtenMs > durationMs;
}

/** True if the file is gone, or is not written while this process observes it. */
async function staysSilent(file: string, checks: HolderChecks): Promise<boolean> {
  const before = await ifPresent(readFile(file, 'utf8'));
  await checks.clock.sleep(CONFIRMATION_MS, checks.signal);
  const after = await ifPresent(readFile(file, 'utf8'));
  return after === undefined || after === before;
}

async function writtenAtMs(file: string): Promise<number | undefined> {
  return (await ifPresent(stat(file)))?.mtimeMs;
}

async function fileSystemNowMs(file: string): Promise<number> {
  const probe = `${file}.${createSystemRandom().hex(16)}`;
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

/** Digits of the number of heartbeats: the length of the text never changes. */
const BEAT_DIGITS = 10;

/** The text of a holder file after this many heartbeats. */
export function textOfHolder(holder: LockHolder, beats: number): string {
  return `${JSON.stringify({ ...holder, beats: String(beats).padStart(BEAT_DIGITS, '0') })}\n`;
}

/**
 * Starts a heartbeat: counts in a holder file at each interval, so that others see that its owner is alive.
 * Writing, unlike touching, sets the time by the file system's own clock. Does not keep the process alive, and does not
 * recreate a file that was removed. Returns a function that stops it.
 */
export function keepFresh(path: string, holder: LockHolder, clock: Clock): () => void {
  let beats = 0;
  const write = () => {
    beats += 1;
    try {
      const file = openSync(path, 'r+');
      try {
        writeSync(file, textOfHolder(holder, beats), 0);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if (systemErrorCode(error) === undefined) {
        throw error;
      }
    }
  };
  if (clock.alarm === undefined) {
    const timer = setInterval(write, HEARTBEAT_MS);
    timer.unref();
    return () => clearInterval(timer);
  }
  const { alarm } = clock;
  const beat = () => {
    write();
    cancel = alarm(HEARTBEAT_MS, beat);
  };
  let cancel = alarm(HEARTBEAT_MS, beat);
  return () => cancel();
}
