import { stat, utimes } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';
import { fileFailure } from './file-failure.ts';

/**
 * Touches a file again and again in real time, so that others see that its owner lives. It keeps no process alive;
 * call the answer to stop. A file that somebody took away is not missed here.
 */
export function keepFresh(path: string, intervalMs: number): () => void {
  const touch = async () => {
    try {
      await utimes(path, new Date(), new Date());
    } catch (error) {
      if (systemErrorCode(error) === undefined) {
        throw error;
      }
    }
  };
  const timer = setInterval(() => void touch(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** How long ago, in real time, a file was touched; undefined where there is none. */
export async function silenceOfMs(path: string): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw fileFailure(error, 'look at', path);
  }
}
