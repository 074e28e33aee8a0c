import type { Decrypt } from '../../archive/encrypted-source.ts';
import { Failure } from '../../model/failure.ts';
import { VAULT_MARKER_NAME } from '../../model/vault-marker-name.ts';
import { encodedObjects } from '../../objects/encoded-objects.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { readSmallObject, writeSmallObject } from '../../objects/small-objects.ts';
import { ageCodec } from '../../vault/age-codec.ts';
import { checkRecipients } from '../../vault/encrypt-file.ts';
import { MARKER_FAULTS, MARKER_FILE, type Marker, parseMarker, textOfMarker } from '../../vault/marker.ts';
import { STORE_POINTER } from './published-store.ts';

/** Undefined if there is no vault. Fails with `vault-damaged` if the marker is not valid. */
export async function readMarker(objects: ObjectStore): Promise<Marker | undefined> {
  const bytes = await readSmallObject(objects, VAULT_MARKER_NAME);
  const marker = parseMarker(bytes && MARKER_FILE.parse(bytes));
  if (typeof marker !== 'string') {
    return marker;
  }
  if (marker === 'absent') {
    return undefined;
  }
  throw new Failure(
    'vault-damaged',
    `Cannot open the vault "${objects.name}": its ${VAULT_MARKER_NAME} ${MARKER_FAULTS[marker]}`,
    { hint: 'Update Satchel, or check the prefix' },
  );
}

/** Makes an empty place in a bucket a vault. Returns its marker, which another process may have written meanwhile. */
export async function createMarker(
  objects: ObjectStore,
  location: string,
  recipients: readonly string[],
): Promise<Marker> {
  await checkRecipients(recipients); // A vault with a wrong key could never be written to.
  for await (const { key } of objects.list('')) {
    const made = await readMarker(objects);
    if (made !== undefined) {
      return made;
    }
    throw new Failure(
      'usage',
      `Cannot make a vault in "${location}": it contains other objects, such as "${key}"`,
      {
        hint: 'Name an empty prefix',
      },
    );
  }
  await writeSmallObject(objects, VAULT_MARKER_NAME, textOfMarker({ recipients }));
  return (await readMarker(objects)) ?? { recipients };
}

interface Decoding {
  /** Absent if no key was given. */
  readonly decrypt: Decrypt | undefined;
  /** Called with the name of each encrypted object that is read, and with the number of its keys. */
  readonly onRead?: (name: string, keys: number) => void;
}

/** The objects of a vault, decrypted. What is written is encrypted for all recipients of the vault. */
export function decoded(objects: ObjectStore, { recipients }: Marker, decoding: Decoding): ObjectStore {
  const plainPrefixes = [VAULT_MARKER_NAME, STORE_POINTER, 'locks/'];
  return recipients.length === 0
    ? objects
    : encodedObjects(objects, ageCodec({ ...decoding, recipients, plainPrefixes }));
}
