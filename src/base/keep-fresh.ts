import { open } from 'node:fs/promises';
import { systemErrorCode } from './failure.ts';

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
