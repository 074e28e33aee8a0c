import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSource } from '../archive/archive-source.ts';
import { fileFailure } from '../base/file-failure.ts';
import { digestOfFile } from '../base/read-pieces.ts';
import { homeDirectory, userDirectory } from '../base/user-directories.ts';
import type { AppContext } from './context.ts';

/** Hexadecimal digits of the digest in a folder name: enough to avoid collisions. */
const NAME_DIGITS = 32;

/**
 * Where the store of an opened archive is cached: in the user's cache folder, under the digest of the archive, so that
 * an archive that was moved or copied is not loaded again. Fails with `file-system`.
 */
export async function cachedStorePath(
  source: ArchiveSource,
  path: string,
  { env, signal, hasGit }: Pick<AppContext, 'env' | 'signal'> & { readonly hasGit: boolean },
): Promise<string> {
  const sha256 = await (source.type === 'folder' ? digestOfFolder(path) : digestOfFile(path, signal));
  const cache = userDirectory('cache', { env, home: homeDirectory(env) });
  const name = sha256.slice(0, NAME_DIGITS);
  return join(cache, 'open', hasGit ? name : `${name}-without-git`, 'store.db');
}

/** Identifies a folder by the names, sizes and times of its files: reading all contents is as slow as loading. */
async function digestOfFolder(path: string): Promise<string> {
  const digest = createHash('sha256');
  try {
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
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
  return digest.digest('hex');
}
