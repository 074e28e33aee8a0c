import { Failure, ownFile } from '../../base/index.ts';
import { VAULT_MARKER_NAME } from '../../model/index.ts';
import { encodedObjects, type ObjectStore, readSmallObject, writeSmallObject } from '../../objects/index.ts';
import { ageCodec, VAULT_VERSION, type VaultMarker } from '../../vault/index.ts';
import { STORE_POINTER } from './bucket-keys.ts';
import type { EndOptions } from './open-ends.ts';

/** The object that marks a place in a bucket as a vault. */
export interface Marker {
  readonly isEncrypted: boolean;
}

/** Undefined if there is no vault. Fails with `vault-damaged` if the marker is not valid. */
export async function readMarker(objects: ObjectStore): Promise<Marker | undefined> {
  const bytes = await readSmallObject(objects, VAULT_MARKER_NAME);
  if (bytes === undefined) {
    return undefined;
  }
  const marker = ownFile<VaultMarker>('vault-marker').parse(bytes);
  if (typeof marker === 'string' || marker.vault_version !== VAULT_VERSION) {
    throw new Failure(
      'vault-damaged',
      `Cannot open the vault "${objects.name}": its ${VAULT_MARKER_NAME} is not valid`,
      {
        hint: 'Update Satchel, or check the prefix',
      },
    );
  }
  return { isEncrypted: marker.encryption === 'age' };
}

/** Makes an empty place in a bucket a vault. */
export async function createMarker(
  objects: ObjectStore,
  location: string,
  { recipients }: Pick<EndOptions, 'recipients'>,
): Promise<Marker> {
  for await (const { key } of objects.list('')) {
    const made = await readMarker(objects);
    if (made !== undefined) {
      return made; // Another process has made the vault meanwhile.
    }
    throw new Failure(
      'usage',
      `Cannot make a vault in "${location}": it contains other objects, such as "${key}"`,
      {
        hint: 'Name an empty prefix',
      },
    );
  }
  const isEncrypted = recipients.length > 0;
  const marker = { vault_version: VAULT_VERSION, ...(isEncrypted ? { encryption: 'age' } : {}) };
  await writeSmallObject(objects, VAULT_MARKER_NAME, `${JSON.stringify(marker)}\n`);
  return { isEncrypted };
}

/** The objects of a vault, decrypted. */
export function decoded(
  objects: ObjectStore,
  { isEncrypted }: Marker,
  { recipients, decrypt }: Pick<EndOptions, 'recipients' | 'decrypt'>,
): ObjectStore {
  const plainPrefixes = [VAULT_MARKER_NAME, STORE_POINTER, 'locks/'];
  return isEncrypted ? encodedObjects(objects, ageCodec({ recipients, decrypt, plainPrefixes })) : objects;
}
