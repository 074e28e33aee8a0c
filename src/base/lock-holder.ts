import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';
import { fileFailure, ifPresent } from './file-failure.ts';
import { isJsonObject, parseJson } from './json.ts';
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

/** An unreadable file is still being written; after this time, its writer must have died. */
const UNREADABLE_STALE_MS = 10_000;

/** `"satchel backup" has held it since 2026-06-01T12:00:00.000Z (process 7 on host)` */
export function describeHolder({ command, startedAt, pid, host }: LockHolder): string {
  return `"${command}" has held it since ${startedAt} (process ${pid} on ${host})`;
}

/** Reads a holder file; undefined if it is absent or unreadable. */
export async function readHolder(file: string): Promise<LockHolder | undefined> {
  try {
    const text = await ifPresent(readFile(file, 'utf8'));
    const value = text === undefined ? undefined : parseJson(text);
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
      command: String(value['command']),
      startedAt: String(value['startedAt']),
    };
  } catch (error) {
    throw fileFailure(error, 'read the lock', file);
  }
}

/** True if the holder has certainly exited, or has not written its heartbeat for too long. */
export async function isStale(file: string, holder: LockHolder | undefined): Promise<boolean> {
  const isOver = holder === undefined ? 'unknown' : await isProcessOver(holder);
  return isOver === 'unknown'
    ? await isUnchangedFor(file, holder === undefined ? UNREADABLE_STALE_MS : FOREIGN_STALE_MS)
    : isOver;
}

/**
 * True if the file is gone or was not written for this long, also by the clock of the file system: the clocks of two
 * hosts may differ.
 */
async function isUnchangedFor(file: string, durationMs: number): Promise<boolean> {
  try {
    const stats = await ifPresent(stat(file));
    if (stats === undefined) {
      return true;
    }
    const { mtimeMs } = stats;
    return Date.now() - mtimeMs > durationMs && (await fileSystemNowMs(file)) - mtimeMs > durationMs;
  } catch (error) {
    throw fileFailure(error, 'read the lock', file);
  }
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

/**
 * Starts a heartbeat: rewrites the same text into a file at each interval, so that others see that its owner is alive.
 * Writing, unlike touching, sets the time by the file system's own clock. Does not keep the process alive, and does not
 * recreate a file that was removed. Returns a function that stops it.
 */
export function keepFresh(path: string, text: string, intervalMs: number): () => void {
  const write = async () => {
    try {
      const file = await open(path, 'r+');
      try {
        await file.write(text, 0);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (systemErrorCode(error) === undefined) {
        throw error;
      }
    }
  };
  const timer = setInterval(() => void write(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
