import { basename } from 'node:path';
import { isStoredWhole } from '../vault/archive-presence.ts';
import { encryptFile } from '../vault/encrypt-file.ts';
import { encryptedNameOf, type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';

type Encryption = NonNullable<Manifest['encryption']>;

interface PlainArchive {
  readonly path: string;
  readonly sha256: string;
}

/** An archive was encrypted. */
export interface EncryptedEvent {
  readonly type: 'encrypted';
  readonly path: string;
  readonly recipients: number;
}

interface EncryptOptions {
  readonly vault: Vault;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EncryptedEvent) => void;
}

/**
 * Encrypts each archive for the recipients, and returns the encryptions by the name of the plain archive. The plain
 * file remains until the manifests are written, so that the next run can continue after an interruption.
 */
export async function encryptArchives(
  archives: readonly PlainArchive[],
  options: EncryptOptions,
): Promise<ReadonlyMap<string, Encryption>> {
  const { vault } = options;
  const encryptions = new Map<string, Encryption>();
  for (const archive of vault.encryption.ofNewArchives.length === 0 ? [] : archives) {
    const name = basename(archive.path);
    encryptions.set(name, (await findEncrypted(name, vault)) ?? (await encryptArchive(archive, options)));
  }
  return encryptions;
}

/** An archive that an interrupted run has encrypted and recorded is not encrypted again. */
export async function findEncrypted(name: string, vault: Vault): Promise<Encryption | undefined> {
  const archive = encryptedNameOf(name);
  const manifest = (await vault.manifests()).find((one) => one.archive === archive);
  return manifest?.encryption !== undefined && (await isStoredWhole(manifest, vault))
    ? manifest.encryption
    : undefined;
}

/** Encrypts an archive for the vault; fails if it has changed. */
export async function encryptArchive(
  archive: PlainArchive,
  { vault, signal, onEvent }: EncryptOptions,
): Promise<Encryption> {
  const { recipients } = vault.encryption;
  const path = vault.archivePath(encryptedNameOf(basename(archive.path)));
  const file = await encryptFile({
    from: archive.path,
    to: path,
    sha256: archive.sha256,
    recipients,
    disk: vault.disk,
    signal,
  });
  onEvent({ type: 'encrypted', path, recipients: recipients.length });
  return { method: 'age', recipients, ...file };
}

/** Removes plain archives next to their encrypted form, after that form is durable and recorded. */
export async function removePlainArchives(manifests: readonly Manifest[], vault: Vault): Promise<void> {
  for (const { archive, encryption } of manifests) {
    if (encryption !== undefined && plainNameOf(archive) !== archive) {
      await vault.disk.remove(vault.archivePath(plainNameOf(archive)));
    }
  }
  await vault.disk.syncDirectory(vault.archivePath('.'));
}
