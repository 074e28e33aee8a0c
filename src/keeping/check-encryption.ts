import { createReadStream } from 'node:fs';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { countText } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import { type AgeHeader, readAgeHeader } from '../vault/age-header.ts';
import { areSameRecipients, describeRecipients } from '../vault/encryption-wish.ts';
import type { Manifest } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { createVaultFinding, type VaultFinding } from '../vault/vault-findings.table.ts';

/** A key at hand. */
export interface OwnKey {
  readonly recipient: string;
  readonly decrypt: Decrypt;
}

interface CheckOptions {
  readonly vault: Vault;
  readonly ownKeys?: readonly OwnKey[] | undefined;
}

/** Reports that the marker names other recipients than in the last run on this machine. */
export function* checkRecipientsChange({ encryption }: Vault): Generator<VaultFinding, void> {
  if (encryption.change !== undefined) {
    yield createVaultFinding(
      'recipients-changed',
      'satchel-vault.json',
      `Perhaps tampered with: ${encryption.change}`,
    );
  }
}

/**
 * Finds encrypted archives in a directory that not all recipients of the vault can read, or that others can read, too. An
 * age file does not name its keys: it shows how many there are, and whether a key at hand is one of them.
 */
export async function* checkArchiveKeys(
  manifests: readonly Manifest[],
  options: CheckOptions,
): AsyncGenerator<VaultFinding, void> {
  const { extent, recipients } = options.vault.encryption;
  const isEncrypted = extent === 'archives' && recipients.length > 0;
  for (const { archive, encryption } of isEncrypted ? manifests : []) {
    const fault =
      encryption === undefined || (await options.vault.archiveSize(archive)) === undefined
        ? undefined
        : await findKeyFault({ archive, encryption }, options);
    if (fault !== undefined) {
      yield createVaultFinding(
        'recipients-differ',
        `archives/${archive}`,
        `The archive "${archive}" ${fault}`,
      );
    }
  }
}

/** What is wrong with the keys of an encrypted archive; undefined if nothing is, as far as that can be found. */
export async function findKeyFault(
  { archive, encryption }: EncryptedArchive,
  { vault, ownKeys = [] }: CheckOptions,
): Promise<string | undefined> {
  const { recipients } = vault.encryption;
  const named = encryption.recipients;
  if (named.length > 0 && !areSameRecipients(named, recipients)) {
    return `is encrypted for ${describeRecipients(named)}, and the vault for ${describeRecipients(recipients)}`;
  }
  const keys = await withHead(archive, vault, async (header) => header.keys);
  if (keys !== undefined && keys !== recipients.length) {
    return describeKeys(keys, vault);
  }
  for (const { recipient, decrypt } of ownKeys) {
    const mayRead = !recipients.includes(recipient) || (await isReadBy(decrypt, archive, vault));
    if (!mayRead) {
      return `cannot be read with the key of ${describeRecipients([recipient])}, for which the vault is encrypted`;
    }
  }
  return undefined;
}

type EncryptedArchive = Pick<Manifest, 'archive'> & {
  readonly encryption: NonNullable<Manifest['encryption']>;
};

/** Undefined if the archive is damaged, which is reported where archives are read. */
async function withHead<Result>(
  archive: string,
  vault: Vault,
  work: (header: AgeHeader) => Promise<Result>,
): Promise<Result | undefined> {
  const file = createReadStream(vault.archivePath(archive));
  try {
    return await work(await readAgeHeader(file));
  } catch (error) {
    if (error instanceof Failure && error.code === 'archive-damaged') {
      return undefined;
    }
    throw error;
  } finally {
    file.destroy();
  }
}

async function isReadBy(decrypt: Decrypt, archive: string, vault: Vault): Promise<boolean> {
  const result = await withHead(archive, vault, async ({ content }) => {
    try {
      await decrypt(content, archive);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'key-missing') {
        return false;
      }
      throw error;
    }
  });
  return result ?? true;
}

/** The same for what was read from object storage. */
export function* checkObjectKeys({ origin, ...vault }: Vault): Generator<VaultFinding, void> {
  for (const [name, keys] of origin?.oddKeys ?? []) {
    yield createVaultFinding('recipients-differ', name, `The object "${name}" ${describeKeys(keys, vault)}`);
  }
}

function describeKeys(keys: number, { encryption }: Pick<Vault, 'encryption'>): string {
  return `is encrypted for ${countText(keys, 'key')}, and the vault for ${encryption.recipients.length}`;
}
