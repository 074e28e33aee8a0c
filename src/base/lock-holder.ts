import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';
import { fileFailure, ifPresent } from './file-failure.ts';
import { isJsonObject, parseJson } from './json.ts';
import { isProcessOver, type ProcessIdentity } from './process-identity.ts';
import { createSystemRandom } from './random.ts';

/** Who holds a lock, as its file says. */
export interface LockHolder extends ProcessIdentity {
  readonly command: string;
  readonly startedAt: string;
}

/** What the names of such files end with. */
export const HOLDER_ENDING = '.json';

/** A holder that cannot be asked, and that gave no sign of life for so long, is taken for dead. */
export const FOREIGN_STALE_MS = 15 * 60_000;

/** A file without a holder is one that is being written; after so long, its writer died just there. */
const UNREADABLE_STALE_MS = 10_000;

/** `"satchel backup" has held it since 2026-06-01T12:00:00.000Z (process 7 on host)` */
export function describeHolder({ command, startedAt, pid, host }: LockHolder): string {
  return `"${command}" has held it since ${startedAt} (process ${pid} on ${host})`;
}

/** The holder that is written in the file, or undefined where it is gone or unreadable. */
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

/** Whether a holder is surely over, or silent for so long that it counts as over. */
export async function isOver(file: string, holder: LockHolder | undefined): Promise<boolean> {
  const isProved = holder === undefined ? 'unknown' : await isProcessOver(holder);
  return isProved === 'unknown'
    ? await isSilentFor(file, holder === undefined ? UNREADABLE_STALE_MS : FOREIGN_STALE_MS)
    : isProved;
}

/**
 * Whether nobody has written the file for so long, by the clock of the file system that both write to: those of two hosts
 * may differ. A file that is gone is silent.
 */
async function isSilentFor(file: string, durationMs: number): Promise<boolean> {
  try {
    const stats = await ifPresent(stat(file));
    if (stats === undefined) {
      return true;
    }
    const { mtimeMs } = stats;
    return Date.now() - mtimeMs > durationMs && (await fileSystemNowMs(file)) - mtimeMs > durationMs;
  } catch (error) {
    throw fileFailure(error, 'look at', file);
  }
}

async function fileSystemNowMs(beside: string): Promise<number> {
  const probe = `${beside}.${createSystemRandom().hex(16)}`;
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

/**
 * Writes the same text into a file again and again in real time, so that others see that its owner lives: written, not
 * touched, as then the file system's own clock notes the time. It keeps no process alive; call the answer to stop. A file
 * that somebody took away is neither missed here nor made again.
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
