import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../../base/index.ts';

/** The text of a file, or undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
