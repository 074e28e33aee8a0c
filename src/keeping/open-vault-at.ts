import { dirname } from 'node:path';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { Failure } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { openObjectStore } from '../objects/open-object-store.ts';
import { createDecrypt } from '../vault/decrypt-stream.ts';
import { type EncryptionWish, recipientsOfWish, requireSameRecipients } from '../vault/encryption-wish.ts';
import type { Marker } from '../vault/marker.ts';
import { readIdentities, recipientsOfIdentities } from '../vault/read-keys.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import { openBucketVault } from './bucket/bucket-vault.ts';
import { readKnownRecipients } from './bucket/known-recipients.ts';
import { locationOf } from './bucket/working-copy.ts';
import { createMarker, decoded, readMarker } from './copy/bucket-marker.ts';
import { readNeededFiles } from './needed-files.ts';
import type { OpenVaultAtOptions, VaultObjects } from './open-vault-options.ts';

/**
 * Opens the vault in a directory or at `s3://BUCKET/PREFIX`. The directory of the latter is a working copy in the user's
 * cache, which is updated first. Fails with `absent` if there is no vault and `create` is not set. It cannot be locked, and so
 * not be changed, while its recipients are others than in the last run on this machine and no one has confirmed them.
 */
export async function openVaultAt(location: string, options: OpenVaultAtOptions): Promise<Vault> {
  const vault = isObjectLocation(location)
    ? await openBucketVault({ ...options, ...(await openVaultObjects(location, options)) })
    : await openVault(location, options);
  const { encryption } = vault;
  const known = await readKnownRecipients(location, {
    recipients: encryption.recipients,
    wish: options.encryption,
    env: options.env,
  });
  return {
    ...vault,
    encryption: { ...encryption, change: known.change },
    async lock(command) {
      await known.confirm();
      return await vault.lock(command);
    },
  };
}

/**
 * Fetches the files that a store needs, if its vault is in object storage. Other stores have theirs. Files in Git LFS may be
 * more than fit on this machine: for those, what it returns is called, undefined if there are none to fetch.
 */
export async function fetchFiles(
  dbPath: string,
  optionsFor: (location: string) => Promise<OpenVaultAtOptions>,
): Promise<((oids: ReadonlySet<string>) => Promise<void>) | undefined> {
  const location = await locationOf(dirname(dbPath));
  if (location === undefined) {
    return undefined;
  }
  const vault = await openVaultAt(location, await optionsFor(location));
  const needed = vault.storePath === dbPath ? await readNeededFiles(vault) : undefined;
  const { origin } = vault;
  if (needed === undefined || origin === undefined) {
    return undefined;
  }
  await origin.fetchFiles(needed);
  const { lfs } = await origin.keptNames();
  const pick = (oids: ReadonlySet<string>) => new Map([...lfs].filter(([oid]) => oids.has(oid)));
  return lfs.size === 0 ? undefined : (oids) => origin.fetchFiles({ lfs: pick(oids) });
}

/** Opens the objects of the vault at `s3://BUCKET/PREFIX`, with the keys that it needs. */
export async function openVaultObjects(location: string, options: OpenVaultAtOptions): Promise<VaultObjects> {
  const { create = false, encryption: wish } = options;
  const keys = await readKeys(options);
  const objects = await openObjectStore(location, options);
  // What ends a run, its journal and its lock, must also be written after the signal.
  const unstoppable = await openObjectStore(location, { ...options, signal: new AbortController().signal });
  const found = await readMarker(objects);
  if (found === undefined && !create) {
    throw new Failure('absent', `Cannot open the vault "${location}": it does not exist`, {
      hint: 'Create one with "create", with backup or with copyVault',
      commandHint: 'Create one with "satchel backup --vault" or "satchel vault copy"',
    });
  }
  if (found === undefined) {
    requireOwnKey(recipientsOfWish(wish), keys, { location, state: 'it would be' });
  }
  const marker = found ?? (await createMarker(objects, location, recipientsOfWish(wish)));
  requireSameRecipients(marker, wish, location);
  requireEncryption(marker, wish, location);
  if (keys.decrypt === undefined) {
    requireOwnKey(marker.recipients, keys, { location, state: 'it is' });
  }
  const oddKeys = new Map<string, number>();
  const onRead = (name: string, count: number) => {
    if (count !== marker.recipients.length) {
      oddKeys.set(name, count);
    }
  };
  const decoding = { ...keys, onRead };
  return {
    marker,
    isNew: found === undefined,
    oddKeys,
    objects: decoded(objects, marker, decoding),
    unstoppable: decoded(unstoppable, marker, decoding),
  };
}

/** Fails (`usage`) if a person declines encryption where everything is encrypted. */
export function requireEncryption(
  { recipients }: Marker,
  wish: EncryptionWish | undefined,
  location: string,
): void {
  if (wish === 'none' && recipients.length > 0) {
    throw new Failure(
      'usage',
      `Cannot add plain archives: everything in the vault "${location}" is encrypted`,
      {
        hint: 'Use another prefix',
        commandHint: 'Omit --no-encryption, or use another prefix',
      },
    );
  }
}

interface Keys {
  readonly decrypt: Decrypt | undefined;
  /** Their public keys. */
  readonly recipients: readonly string[];
}

/** A machine that uses an encrypted vault must be able to read what it writes there, such as the journal. */
function requireOwnKey(
  recipients: readonly string[],
  keys: Keys,
  { location, state }: { readonly location: string; readonly state: string },
): void {
  if (recipients.length === 0 || recipients.some((recipient) => keys.recipients.includes(recipient))) {
    return;
  }
  const found = keys.decrypt === undefined ? 'no key was given' : 'for other keys than the given one';
  throw new Failure(
    'key-missing',
    `Cannot open the vault "${location}": ${state} encrypted, ${keys.decrypt === undefined ? 'and ' : ''}${found}`,
    {
      hint: 'Name the file with the age secret key in "identityFiles"',
      commandHint:
        'Name the file with the age secret key in SATCHEL_IDENTITY_FILE, and its public key with --recipient when the vault is made',
    },
  );
}

async function readKeys({ identityFiles, env }: OpenVaultAtOptions): Promise<Keys> {
  const usual = env['SATCHEL_IDENTITY_FILE'];
  const files = identityFiles ?? (usual === undefined || usual === '' ? [] : [usual]);
  const identities = await readIdentities(files);
  return {
    decrypt: identities.length === 0 ? undefined : await createDecrypt(identities),
    recipients: await recipientsOfIdentities(identities),
  };
}
