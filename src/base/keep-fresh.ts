import { utimes } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';

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
