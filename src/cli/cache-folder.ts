import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSource } from '../archive/index.ts';
import { fileFailure, homeDirectory, userDirectory } from '../base/index.ts';
import type { Context } from './context.ts';

/** Hexadecimal digits of a digest that name a folder: no two archives of a person share them. */
const NAME_DIGITS = 32;

/**
 * Where the store of an opened archive lies: below the user's cache folder, under the digest of the archive, so that the
 * same archive is loaded once wherever it lies. Fails with `file-system`.
 */
export async function cachedStorePath(
  source: ArchiveSource,
  path: string,
  { hasGit }: { readonly hasGit: boolean },
  context: Context,
): Promise<string> {
  const digest = createHash('sha256');
  try {
    await (source.type === 'folder' ? addFolder(digest, path) : addFile(digest, path, context.signal));
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
  const cache = userDirectory('cache', { env: context.env, home: homeDirectory(context.env) });
  const name = digest.digest('hex').slice(0, NAME_DIGITS);
  return join(cache, 'open', hasGit ? name : `${name}-without-git`, 'store.db');
}

async function addFile(digest: Hash, path: string, signal: AbortSignal): Promise<void> {
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 * 1024 })) {
    digest.update(piece as Buffer);
  }
}

/** A folder is known by the names, sizes and times of its files: to read them all would be to load it. */
async function addFolder(digest: Hash, path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  digest.update(`${path}\n`);
  for (const name of names) {
    const { size, mtimeMs } = await stat(name);
    digest.update(`${name}\n${size}\n${mtimeMs}\n`);
  }
}
