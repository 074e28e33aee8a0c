import { type Clock, type Environment, Failure, type Random } from '../../base/index.ts';
import { isObjectLocation, type ObjectStore, openObjectStore } from '../../objects/index.ts';
import {
  createDecrypt,
  openVault,
  readIdentities,
  recipientsOfIdentities,
  type Vault,
} from '../../vault/index.ts';
import { createMarker, decoded, readMarker } from '../copy/bucket-marker.ts';
import { openBucketVault } from './bucket-vault.ts';

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
  /** Public keys for everything that is written to object storage, if the vault is created now. */
  readonly recipients?: readonly string[] | undefined;
  /** Files with the keys that decrypt a vault in object storage. Default: `SATCHEL_IDENTITY_FILE`. */
  readonly identityFiles?: readonly string[] | undefined;
}

/**
 * Opens the vault in a directory or at `s3://BUCKET/PREFIX`. The directory of the latter is a working copy in the user's
 * cache, which is updated first. Fails with `absent` if there is no vault and `create` is not set.
 */
export async function openVaultAt(location: string, options: OpenVaultAtOptions): Promise<Vault> {
  const { clock, create = false, isRepair = false } = options;
  return isObjectLocation(location)
    ? await openBucketVault({ ...options, ...(await openVaultObjects(location, options)) })
    : await openVault(location, { clock, create, isRepair });
}

/** The objects of a vault in object storage, as they are without encryption. */
export interface VaultObjects {
  /** Requests end with the signal. */
  readonly objects: ObjectStore;
  /** The same objects; requests do not end with the signal. */
  readonly unstoppable: ObjectStore;
  readonly isEncrypted: boolean;
}

/** Opens the objects of the vault at `s3://BUCKET/PREFIX`, with the keys that it needs. */
export async function openVaultObjects(location: string, options: OpenVaultAtOptions): Promise<VaultObjects> {
  const { create = false, recipients = [] } = options;
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
  const requireKey = (isEncrypted: boolean, state: string) => {
    if (isEncrypted && keys.decrypt === undefined) {
      throw new Failure(
        'key-missing',
        `Cannot open the vault "${location}": ${state} encrypted, and no key was given`,
        {
          hint: 'Name the file with the age secret key in SATCHEL_IDENTITY_FILE',
        },
      );
    }
  };
  requireKey(found?.isEncrypted ?? recipients.length > 0, found === undefined ? 'it would be' : 'it is');
  const marker = found ?? (await createMarker(objects, location, { recipients }));
  requireKey(marker.isEncrypted, 'it is');
  if (!marker.isEncrypted && recipients.length > 0) {
    throw new Failure('usage', `Cannot encrypt: the vault "${location}" was made without encryption`, {
      hint: 'Omit --recipient, or use another prefix',
    });
  }
  return {
    isEncrypted: marker.isEncrypted,
    objects: decoded(objects, marker, keys),
    unstoppable: decoded(unstoppable, marker, keys),
  };
}

/** The keys that read an encrypted vault also write to it, for their own recipients. */
async function readKeys({ identityFiles, recipients = [], env }: OpenVaultAtOptions) {
  const usual = env['SATCHEL_IDENTITY_FILE'];
  const files = identityFiles ?? (usual === undefined || usual === '' ? [] : [usual]);
  const identities = await readIdentities(files);
  const own = await recipientsOfIdentities(identities);
  return {
    decrypt: identities.length === 0 ? undefined : await createDecrypt(identities),
    recipients: [...new Set([...recipients, ...own])],
  };
}
