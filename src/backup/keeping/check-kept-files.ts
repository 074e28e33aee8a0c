import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Random } from '../../base/index.ts';
import { isKeptWhole, listOrphans } from '../../load/index.ts';
import { blobPath, foldersIn, gitFolderPath, isBlobName, isGitFolderName } from '../../store/index.ts';
import {
  chooseSample,
  createVaultFinding,
  hasDigest,
  type KeptNames,
  type ReadSample,
  sizeOfFile,
  type Vault,
  type VaultFinding,
} from '../../vault/index.ts';

interface CheckFilesOptions {
  readonly vault: Vault;
  readonly needed: KeptNames;
  /** How much is read; without it, only presence and sizes are checked. */
  readonly sample: ReadSample | undefined;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Reports defects of the files that a store needs, and the files that it does not need. */
export async function* checkKeptFiles(options: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { vault, needed, sample } = options;
  const { directory, origin } = vault;
  const away = (await origin?.keptNames()) ?? {
    blobs: new Map<string, number>(),
    repositories: new Set<string>(),
  };
  if (sample !== undefined) {
    await origin?.fetchFiles(needed);
  }
  yield* checkBlobs(away.blobs, options);
  yield* checkRepositories(away.repositories, options);
  const orphans = listOrphans(foldersIn(directory), {
    needsBlob: (sha256) => needed.blobs.has(sha256),
    needsGitFolder: (folder) => needed.repositories.has(folder),
  });
  for await (const { path } of orphans) {
    const inVault = relative(directory, path).replaceAll(sep, '/');
    yield createVaultFinding('file-orphaned', inVault, `No snapshot needs "${inVault}"`);
  }
}

/** @param away files that are in the origin of the vault: they appear there whole, or not at all */
async function* checkBlobs(
  away: KeptNames['blobs'],
  { vault, needed, sample, random, signal }: CheckFilesOptions,
): AsyncGenerator<VaultFinding, void> {
  const folders = foldersIn(vault.directory);
  const whole: { readonly sha256: string; readonly sizeBytes: number }[] = [];
  for (const [sha256, sizeBytes] of needed.blobs) {
    const found = isBlobName(sha256)
      ? ((await sizeOfFile(blobPath(folders, sha256))) ?? (away.has(sha256) ? sizeBytes : undefined))
      : undefined;
    const path = blobInVault(sha256);
    if (found === undefined) {
      yield createVaultFinding('blob-missing', path, `The file "${path}" is missing`);
    } else if (found !== sizeBytes) {
      const message = `The file "${path}" has ${found} bytes; the store says ${sizeBytes}`;
      yield createVaultFinding('blob-size', path, message);
    } else {
      whole.push({ sha256, sizeBytes });
    }
  }
  for (const { sha256 } of sample === undefined ? [] : chooseSample(whole, sample, random)) {
    if (!(await hasDigest(blobPath(folders, sha256), sha256, signal))) {
      const path = blobInVault(sha256);
      yield createVaultFinding(
        'blob-digest',
        path,
        `The file "${path}" does not match the checksum in its name`,
      );
    }
  }
}

function blobInVault(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

/** @param away the repositories that are in the origin of the vault */
async function* checkRepositories(
  away: KeptNames['repositories'],
  { vault, needed, sample, random, signal }: CheckFilesOptions,
): AsyncGenerator<VaultFinding, void> {
  const folders = foldersIn(vault.directory);
  const there: string[] = [];
  for (const folder of needed.repositories) {
    if (isGitFolderName(folder) && (existsSync(gitFolderPath(folders, folder)) || away.has(folder))) {
      there.push(folder);
    } else {
      yield createVaultFinding('git-missing', `git/${folder}`, `The repository "git/${folder}" is missing`);
    }
  }
  // Names are derived from digests, and sizes are irrelevant for groups and shares.
  const files = there.map((folder) => ({ sha256: folder, sizeBytes: 0 }));
  for (const { sha256: folder } of sample === undefined ? [] : chooseSample(files, sample, random)) {
    signal.throwIfAborted();
    if (!(await isKeptWhole(gitFolderPath(folders, folder), folder, signal))) {
      const message = `The repository "git/${folder}" does not match the checksum in its name`;
      yield createVaultFinding('git-damaged', `git/${folder}`, message);
    }
  }
}
