import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isKeptWhole, type KnownDigests } from '../../load/repository-files.ts';
import {
  blobPath,
  findBlob,
  findGitFolder,
  foldersIn,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from '../../store/file-folders.ts';
import { hasDigest } from '../../vault/archive-presence.ts';
import { chooseSample } from '../../vault/read-sample.ts';
import type { KeptNames } from '../../vault/vault.ts';
import { createVaultFinding, type VaultFinding } from '../../vault/vault-findings.table.ts';
import { KEYS } from '../copy/bucket-keys.ts';
import type { CheckFilesOptions } from '../kept-clones.ts';
import { listVaultOrphans } from '../unneeded-files.ts';

interface KeptFilesOptions extends Omit<CheckFilesOptions, 'searchPath'> {
  readonly needed: KeptNames;
}

/** Reports defects of the files that a store needs, and the files that it does not need. */
export async function* checkKeptFiles(options: KeptFilesOptions): AsyncGenerator<VaultFinding, void> {
  const { vault, needed } = options;
  const away = await vault.origin?.keptNames();
  yield* checkBlobs(away?.blobs, options);
  yield* checkRepositories(away?.repositories, options);
  for await (const { inVault } of listVaultOrphans(vault, needed)) {
    yield createVaultFinding('file-orphaned', inVault, `No snapshot needs "${inVault}"`);
  }
}

/** @param away files that are in the origin of the vault, if it has one: they appear there whole, or not at all */
async function* checkBlobs(
  away: KeptNames['blobs'] | undefined,
  { vault, needed, sample, random, signal }: KeptFilesOptions,
): AsyncGenerator<VaultFinding, void> {
  const folders = foldersIn(vault.directory);
  const present: { readonly sha256: string; readonly sizeBytes: number }[] = [];
  const sizeOf = (sha256: string, sizeBytes: number) =>
    away === undefined ? findBlob(folders, sha256)?.sizeBytes : away.has(sha256) ? sizeBytes : undefined;
  for (const [sha256, sizeBytes] of needed.blobs) {
    const found = isBlobName(sha256) ? sizeOf(sha256, sizeBytes) : undefined;
    const path = KEYS.blob(sha256);
    if (found === undefined) {
      yield createVaultFinding('blob-missing', path, `The file "${path}" is missing`);
    } else if (found !== sizeBytes) {
      const message = `The file "${path}" has ${found} bytes; the store says ${sizeBytes}`;
      yield createVaultFinding('blob-size', path, message);
    } else {
      present.push({ sha256, sizeBytes });
    }
  }
  const chosen = sample === undefined ? [] : chooseSample(present, sample, random);
  const blobs = new Map(chosen.map(({ sha256, sizeBytes }) => [sha256, sizeBytes]));
  const whole = await vault.origin?.readFiles({ blobs });
  for (const { sha256 } of chosen) {
    const copy = blobPath(folders, sha256);
    const isCopyWhole = async () => await hasDigest(copy, sha256, signal);
    if (!(await isSound({ name: sha256, copy, isCopyWhole }, whole))) {
      const path = KEYS.blob(sha256);
      yield createVaultFinding(
        'blob-digest',
        path,
        `The file "${path}" does not match the checksum in its name`,
      );
    }
  }
}

interface KeptCopy {
  readonly name: string;
  /** Where it is in the directory of the vault. */
  readonly copy: string;
  readonly isCopyWhole: () => Promise<boolean>;
}

/**
 * With an origin, that one counts, of which `whole` names what is undamaged. A damaged copy of it is removed: it is fetched
 * again when it is needed, and a repair would remove the undamaged file in the origin.
 */
async function isSound(
  { name, copy, isCopyWhole }: KeptCopy,
  whole: ReadonlySet<string> | undefined,
): Promise<boolean> {
  if (whole === undefined) {
    return await isCopyWhole();
  }
  const isWhole = whole.has(name);
  if (isWhole && existsSync(copy) && !(await isCopyWhole())) {
    await rm(copy, { recursive: true, force: true });
  }
  return isWhole;
}

/** @param away the repositories that are in the origin of the vault, if it has one */
async function* checkRepositories(
  away: KeptNames['repositories'] | undefined,
  { vault, needed, sample, random, signal }: KeptFilesOptions,
): AsyncGenerator<VaultFinding, void> {
  const folders = foldersIn(vault.directory);
  const there: string[] = [];
  for (const folder of needed.repositories) {
    if (isGitFolderName(folder) && (away?.has(folder) ?? findGitFolder(folders, folder) !== undefined)) {
      there.push(folder);
    } else {
      yield createVaultFinding('git-missing', `git/${folder}`, `The repository "git/${folder}" is missing`);
    }
  }
  // Names are derived from digests, and sizes are irrelevant for groups and shares.
  const files = there.map((folder) => ({ sha256: folder, sizeBytes: 0 }));
  const chosen = sample === undefined ? [] : chooseSample(files, sample, random);
  const repositories = new Set(chosen.map(({ sha256 }) => sha256));
  const whole = await vault.origin?.readFiles({ repositories });
  const known: KnownDigests = new Map();
  for (const folder of repositories) {
    signal.throwIfAborted();
    const copy = gitFolderPath(folders, folder);
    const isCopyWhole = async () => await isKeptWhole(copy, folder, signal, known);
    if (!(await isSound({ name: folder, copy, isCopyWhole }, whole))) {
      const message = `The repository "git/${folder}" does not match the checksum in its name`;
      yield createVaultFinding('git-damaged', `git/${folder}`, message);
    }
  }
}
