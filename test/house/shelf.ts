import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SHELF } from './packed-program.ts';

/** A folder that is made once a run, by the process that needs it first. Tests change only copies of it. */
export async function shelved(name: string, make: (folder: string) => Promise<void> | void): Promise<string> {
  const made = join(SHELF, name);
  if (!existsSync(made)) {
    mkdirSync(SHELF, { recursive: true });
    const folder = mkdtempSync(join(SHELF, 'part-'));
    await make(folder);
    try {
      renameSync(folder, made);
    } catch (error) {
      if (!existsSync(made)) {
        throw error; // Otherwise another process has made it at the same time.
      }
      rmSync(folder, { recursive: true });
    }
  }
  return made;
}
