import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject } from '../base/index.ts';

/**
 * The SHA-256 that the manifest of a vault gives for an archive in it, or undefined for any other file: the digest
 * says that these are the very bytes that were downloaded.
 */
export async function expectedDigest(path: string): Promise<string | undefined> {
  const archive = resolve(path);
  if (basename(dirname(archive)) !== 'archives') {
    return undefined;
  }
  const manifestPath = join(dirname(dirname(archive)), 'manifests', `${basename(archive)}.json`);
  try {
    const manifest: unknown = JSON.parse(await readFile(manifestPath, 'utf8'));
    const sha256 = isJsonObject(manifest) ? manifest['sha256'] : undefined;
    return typeof sha256 === 'string' ? sha256 : undefined;
  } catch {
    return undefined; // No manifest, no expectation: the archive is judged by itself.
  }
}
