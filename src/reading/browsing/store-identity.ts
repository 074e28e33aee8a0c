import { statSync } from 'node:fs';

/** A word that is another one as soon as the file of a store is another one, or was written to. */
export function readStoreIdentity(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino}-${size}-${mtimeMs}`;
}
