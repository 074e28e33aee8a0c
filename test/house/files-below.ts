import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files in a folder and those in it, in order. */
export function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted();
}
