import { digestOfFile } from '../base/read-pieces.ts';
import { isOwnedBy } from '../model/accounts.ts';
import { Failure } from '../model/failure.ts';
import { type Manifest, storedFileOf } from './manifest.ts';
import type { Vault } from './vault.ts';

/** File names of the archives that exist with the size stated in their manifests. */
export async function presentArchives(
  vault: Pick<Vault, 'archiveSize'>,
  manifests: readonly Manifest[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const manifest of manifests) {
    if (await isPresent(manifest, vault)) {
      present.add(manifest.archive);
    }
  }
  return present;
}

async function isPresent(manifest: Manifest, vault: Pick<Vault, 'archiveSize'>): Promise<boolean> {
  return (await vault.archiveSize(manifest.archive)) === storedFileOf(manifest).sizeBytes;
}

/** The newest archive that is verified and present, of an account or of all. */
export async function findNewestGood(
  vault: Pick<Vault, 'archiveSize' | 'manifests'>,
  account?: string,
): Promise<Manifest | undefined> {
  for (const manifest of (await vault.manifests()).toReversed()) {
    const isAsked = account === undefined || isOwnedBy(manifest.account, [account]);
    if (isAsked && manifest.isVerified && (await isPresent(manifest, vault))) {
      return manifest;
    }
  }
  return undefined;
}

/** Reads an archive, and compares it with its manifest; false if it is absent. */
export async function isStoredWhole(
  manifest: Manifest,
  vault: Pick<Vault, 'archiveSize' | 'withArchives'>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await isPresent(manifest, vault))) {
    return false;
  }
  const { sha256 } = storedFileOf(manifest);
  try {
    return await vault.withArchives(
      [manifest.archive],
      async ([path = '']) => await hasDigest(path, sha256, signal),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Failure && error.code === 'archive-damaged') {
      return false; // In object storage, encryption can be damaged around the archive.
    }
    throw error;
  }
}

/**
 * Calls `work` with the path of an archive that matches its manifest. Fails with `absent` if its file is missing, and with
 * `archive-damaged` if it does not match.
 */
export async function withWholeArchive<Result>(
  manifest: Manifest,
  {
    vault,
    signal,
  }: { readonly vault: Pick<Vault, 'archiveSize' | 'withArchives'>; readonly signal: AbortSignal },
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { archive } = manifest;
  const fail = (code: 'absent' | 'archive-damaged', found: string) =>
    new Failure(code, `Cannot open the archive "${archive}": ${found}`, {
      hint: 'import() of the vault restores it from another copy',
      commandHint: '"satchel vault import" restores it from another copy',
    });
  if ((await vault.archiveSize(archive)) === undefined) {
    throw fail('absent', 'its file is missing from the vault');
  }
  return await vault.withArchives([archive], async ([path = '']) => {
    if (!(await hasDigest(path, storedFileOf(manifest).sha256, signal))) {
      throw fail('archive-damaged', 'it does not match the checksum in its manifest');
    }
    signal.throwIfAborted();
    return await work(path);
  });
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
    signal?.throwIfAborted();
    if (error instanceof Failure) {
      return false;
    }
    throw error;
  }
}
