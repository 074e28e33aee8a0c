import { digestOfFile } from '../base/read-pieces.ts';
import { Failure } from '../model/failure.ts';
import { type Manifest, storedFileOf } from './manifest.ts';
import type { Vault } from './vault.ts';

/** File names of the archives that exist with the size stated in their manifests. */
export async function presentArchives(
  vault: Vault,
  manifests: readonly Manifest[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const manifest of manifests) {
    const sizeBytes = await vault.archiveSize(manifest.archive);
    if (sizeBytes === storedFileOf(manifest).sizeBytes) {
      present.add(manifest.archive);
    }
  }
  return present;
}

/** Reads an archive, and compares it with its manifest; false if it is absent. */
export async function isStoredWhole(
  manifest: Manifest,
  vault: Pick<Vault, 'archiveSize' | 'withArchives'>,
): Promise<boolean> {
  const { sizeBytes, sha256 } = storedFileOf(manifest);
  return (
    (await vault.archiveSize(manifest.archive)) === sizeBytes &&
    (await vault.withArchives([manifest.archive], async ([path = '']) => await digestOfFile(path))) === sha256
  );
}

/** Whether the content of a file matches a digest; false if it cannot be read. */
export async function hasDigest(
  path: string,
  sha256: string,
  signal?: AbortSignal,
  onProgress?: (doneBytes: number) => void,
): Promise<boolean> {
  try {
    return (await digestOfFile(path, signal, onProgress)) === sha256;
  } catch (error) {
    if (error instanceof Failure) {
      return false;
    }
    throw error;
  }
}
