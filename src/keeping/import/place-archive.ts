import { link, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { OpenSourceOptions } from '../../archive/archive-source.ts';
import type { Clock } from '../../base/clock.ts';
import { systemErrorCode } from '../../base/failure.ts';
import { fileFailure, sizeOfFile } from '../../base/file-failure.ts';
import { digestOfFile, readPieces } from '../../base/read-pieces.ts';
import { compactTime } from '../../base/run-id.ts';
import { partPathOf, publishFile, streamWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { accountInName } from '../../vault/archive-name.ts';
import { encryptFile } from '../../vault/encrypt-file.ts';
import { archiveIdOf, encryptedNameOf, type Manifest } from '../../vault/manifest.ts';
import type { Vault } from '../../vault/vault.ts';
import { type ExaminedArchive, takenAtMsOf } from './examine-archive.ts';

interface PlaceOptions {
  readonly vault: Vault;
  /** Its file name in the vault. */
  readonly name: string;
  readonly opening: OpenSourceOptions;
  /** Links the file into the vault instead of copying it, if both are on the same file system. */
  readonly isMove: boolean;
  readonly signal: AbortSignal;
}

/**
 * Stores an archive in a vault atomically, and compares it with what was examined. An encrypted vault encrypts it, again if
 * others had done so, because only then all keys of the vault can read it. The source file remains.
 */
export async function placeArchive(
  examined: ExaminedArchive,
  options: PlaceOptions,
): Promise<Pick<Manifest, 'encryption'>> {
  const { vault, name, opening, isMove, signal } = options;
  const recipients = vault.encryption.ofNewArchives;
  const to = vault.archivePath(name);
  if (recipients.length > 0) {
    const file = await encryptFile({
      from: examined.path,
      to,
      sha256: examined.sha256,
      ...(examined.isEncrypted ? opening : {}),
      recipients,
      disk: vault.disk,
      signal,
    });
    return { encryption: { method: 'age', recipients, ...file } };
  }
  const isThere = (await realPathOf(examined.path)) === (await realPathOf(to));
  if (!isThere && !(isMove && (await shareFile(examined.path, to, vault)))) {
    await copyWhole(examined.path, to, { vault, signal });
  }
  const sha256 = await digestOfFile(to, signal);
  if (!examined.isEncrypted) {
    await requireSame(sha256, examined.sha256, { path: examined.path, to, vault });
    return {};
  }
  const sizeBytes = (await sizeOfFile(to)) ?? 0;
  return { encryption: { method: 'age', recipients: [], sizeBytes, sha256 } };
}

/** The name of an archive that is already in the vault, but without a manifest because a run was interrupted. */
export async function nameInVault(path: string, vault: Vault): Promise<string | undefined> {
  const name = basename(path);
  return (await realpath(path)) === (await realPathOf(vault.archivePath(name))) ? name : undefined;
}

export function willBeEncrypted({ isEncrypted }: ExaminedArchive, { encryption }: Vault): boolean {
  return isEncrypted || encryption.ofNewArchives.length > 0;
}

interface NamingOptions {
  readonly vault: Vault;
  /** Overrides the one in the archive. */
  readonly account?: string | undefined;
  /** Overrides the time of the archive. */
  readonly takenAtMs?: number | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** Names an archive like those of backups, with its short id. */
export function nameFor(
  examined: ExaminedArchive,
  ownName: string | undefined,
  options: NamingOptions,
): string {
  const taken = compactTime(takenAtMsOf(examined, options));
  const account = accountInName(options.account ?? examined.account);
  const isEncrypted = willBeEncrypted(examined, options.vault);
  if (ownName !== undefined) {
    return isEncrypted && !examined.isEncrypted ? encryptedNameOf(ownName) : ownName;
  }
  const ending = /\.tar(?:\.age)?$/.test(examined.path) ? '.tar' : '.tar.gz';
  return `${taken}-${account}-${archiveIdOf(examined)}${ending}${isEncrypted ? '.age' : ''}`;
}

async function realPathOf(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined);
}

interface Placing {
  readonly path: string;
  readonly to: string;
  readonly vault: Vault;
}

/** The file may have changed after it was examined. */
async function requireSame(found: string, expected: string, { path, to, vault }: Placing): Promise<void> {
  if (found !== expected) {
    await vault.disk.remove(to);
    throw new Failure('archive-damaged', `Cannot import "${path}": it changed while it was read`, {
      hint: 'Import it again when nothing is writing to it',
    });
  }
}

/** Creates a hard link; returns false if the file system does not support it, or the file is on another one. */
async function shareFile(from: string, to: string, { disk }: Vault): Promise<boolean> {
  try {
    await disk.remove(partPathOf(to));
    await link(await realpath(from), partPathOf(to));
  } catch (error) {
    if (systemErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
  await publishFile(partPathOf(to), to, disk);
  return true;
}

async function copyWhole(
  from: string,
  to: string,
  { vault, signal }: { readonly vault: Vault; readonly signal: AbortSignal },
): Promise<void> {
  const { disk } = vault;
  try {
    await disk.makeDirectory(dirname(to));
    await streamWholeFile(to, readPieces(from, signal), disk);
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure(error, 'import', from);
  }
}
