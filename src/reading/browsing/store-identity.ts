import { statSync } from 'node:fs';

/** A word that changes when the file of a store is replaced or written to; undefined while there is no file. */
export function readStoreIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}
