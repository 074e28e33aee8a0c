import type { Decrypt } from '../../archive/index.ts';
import type { Clock, Environment, Random } from '../../base/index.ts';
import { Failure } from '../../model/index.ts';
import { type ObjectStore, openObjectStore } from '../../objects/index.ts';
import {
  createDecrypt,
  type EncryptionWish,
  type Marker,
  readIdentities,
  recipientsOfIdentities,
  recipientsOfWish,
  requireSameRecipients,
} from '../../vault/index.ts';
import { createMarker, decoded, readMarker } from '../copy/bucket-marker.ts';

export interface OpenVaultAtOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Environment;
  /** Creates the vault if there is none. */
  readonly create?: boolean | undefined;
  /**
   * Opens a vault in object storage for a backup: with a working copy that no other process uses, and locks that wait
   * for others. The vault must be locked next.
   */
  readonly isForBackup?: boolean | undefined;
  /** If false, the store of a vault in object storage is not fetched, as it may be large. Default: true. */
  readonly needsStore?: boolean | undefined;
  /** Called with a sentence about the holder of a lock that is waited for. */
  readonly onWait?: ((message: string) => void) | undefined;
  /** Also opens a vault in a directory whose marker is damaged. */
  readonly isRepair?: boolean | undefined;
  /** Also opens a vault in object storage whose published store is damaged or missing. */
  readonly isRebuild?: boolean | undefined;
  /** The recipients of a vault that is made now. Those of an existing one are in its marker, and these must be the same. */
  readonly encryption?: EncryptionWish | undefined;
  /** Files with the keys that decrypt a vault in object storage. Default: `SATCHEL_IDENTITY_FILE`. */
  readonly identityFiles?: readonly string[] | undefined;
}

/** The objects of a vault in object storage, as they are without encryption. */
export interface VaultObjects {
  /** Requests end with the signal. */
  readonly objects: ObjectStore;
  /** The same objects; requests do not end with the signal. */
  readonly unstoppable: ObjectStore;
  readonly marker: Marker;
  readonly isNew: boolean;
  /** The number of keys that each object which was read is encrypted for, by name, if the marker says another one. */
  readonly oddKeys: ReadonlyMap<string, number>;
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
      hint: 'Create one with "satchel backup --vault" or "satchel vault copy"',
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
        hint: 'Omit --no-encryption, or use another prefix',
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
      hint: 'Name the file with the age secret key in SATCHEL_IDENTITY_FILE, and its public key with --recipient when the vault is made',
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
