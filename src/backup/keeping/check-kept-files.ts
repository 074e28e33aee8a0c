import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Random } from '../../base/index.ts';
import { isKeptWhole, listOrphans } from '../../load/index.ts';
import { blobPath, foldersIn, gitFolderPath, isBlobName, isGitFolderName } from '../../store/index.ts';
import {
  chooseSample,
  createVaultFinding,
  hasDigest,
  type ReadSample,
  sizeOfFile,
  type VaultFinding,
} from '../../vault/index.ts';
import type { NeededFiles } from './needed-files.ts';

interface CheckFilesOptions {
  /** The vault's directory. */
  readonly directory: string;
  readonly needed: NeededFiles;
  /** How much is read; without it, only presence and sizes are checked. */
  readonly sample: ReadSample | undefined;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Reports defects of the files that a store needs, and the files that it does not need. */
export async function* checkKeptFiles(options: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  yield* checkBlobs(options);
  yield* checkRepositories(options);
  const { directory, needed } = options;
  const orphans = listOrphans(foldersIn(directory), {
    needsBlob: (sha256) => needed.blobs.has(sha256),
    needsGitFolder: (folder) => needed.repositories.has(folder),
  });
  for await (const { path } of orphans) {
    const inVault = relative(directory, path).replaceAll(sep, '/');
    yield createVaultFinding('file-orphaned', inVault, `No snapshot needs "${inVault}"`);
  }
}

async function* checkBlobs(options: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { directory, needed, sample, random, signal } = options;
  const folders = foldersIn(directory);
  const whole: { readonly sha256: string; readonly sizeBytes: number }[] = [];
  for (const [sha256, sizeBytes] of needed.blobs) {
    const found = isBlobName(sha256) ? await sizeOfFile(blobPath(folders, sha256)) : undefined;
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

async function* checkRepositories(options: CheckFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { directory, needed, sample, random, signal } = options;
  const folders = foldersIn(directory);
  const there: string[] = [];
  for (const folder of needed.repositories) {
    if (isGitFolderName(folder) && existsSync(gitFolderPath(folders, folder))) {
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
