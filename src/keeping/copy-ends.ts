import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { invariant } from '../base/failure.ts';
import { Failure } from '../model/failure.ts';
import { VAULT_MARKER_NAME } from '../model/vault-marker-name.ts';
import { isObjectLocation, parseObjectLocation } from '../objects/object-location.ts';
import { acquireObjectLock } from '../objects/object-lock.ts';
import type { OpenObjectOptions } from '../objects/open-object-store.ts';
import { openObjectStore } from '../objects/open-object-store.ts';
import { type EncryptionWish, recipientsOfWish, requireSameRecipients } from '../vault/encryption-wish.ts';
import type { Marker } from '../vault/marker.ts';
import { readKnownRecipients } from './bucket/known-recipients.ts';
import { openBucketSource, openBucketTarget } from './copy/bucket-end.ts';
import { fencedVault, VAULT_LOCK } from './copy/bucket-fence.ts';
import { createMarker, decoded, readMarker } from './copy/bucket-marker.ts';
import { openDirectorySource, openDirectoryTarget } from './copy/directory-end.ts';
import type { CopySource, CopyTarget } from './copy/vault-end.ts';
import { requireEncryption } from './open-vault-at.ts';

export interface EndOptions extends OpenObjectOptions {
  /** What a person says about the encryption of the target. */
  readonly encryption?: EncryptionWish | undefined;
  /** Decrypts what is read from object storage; absent if no key was given. */
  readonly decrypt: Decrypt | undefined;
  /** Called with a sentence about the writer of a store that is waited for. */
  readonly onWait?: ((message: string) => void) | undefined;
}

/** Opens the vault in a directory or at `s3://…` to copy from it. Fails with `absent` if there is none. */
export async function openCopySource(location: string, options: EndOptions): Promise<CopySource> {
  if (!isObjectLocation(location)) {
    return await openDirectorySource(location, options);
  }
  const objects = await openObjectStore(location, options);
  const marker = await readMarker(objects);
  if (marker === undefined) {
    throw new Failure('absent', `Cannot open the vault "${location}": there is none`);
  }
  return openBucketSource(decoded(objects, marker, options), marker);
}

interface TargetOptions extends EndOptions {
  /** Creates the vault if it does not exist; otherwise it counts as empty. */
  readonly create: boolean;
  /** A vault that is made now is encrypted as this one, unless a person says something else. */
  readonly source: Pick<CopySource, 'name' | 'recipients'>;
}

/** Opens the vault in a directory or at `s3://…` to copy to it, and locks it until it is closed. */
export async function openCopyTarget(location: string, options: TargetOptions): Promise<CopyTarget> {
  const { create, source, env } = options;
  requireOutside(source.name, location);
  const wish = options.encryption ?? source.recipients;
  const isThere = existsSync(join(location, VAULT_MARKER_NAME));
  const confirm = async ({ recipients }: Marker) => {
    requireSameRecipients({ recipients }, options.encryption, location);
    requireNoLoss(recipients, { ...options, location });
    const known = { recipients, wish: options.encryption, env };
    await (await readKnownRecipients(location, known)).confirm();
  };
  if (!isObjectLocation(location)) {
    const encryption = isThere ? options.encryption : wish;
    return !create && !existsSync(location)
      ? emptyTarget(location)
      : await openDirectoryTarget(location, { ...options, encryption, confirm });
  }
  const objects = await openObjectStore(location, options);
  const found = await readMarker(objects);
  if (found === undefined && !create) {
    objects.close();
    return emptyTarget(location);
  }
  const marker = found ?? (await createMarker(objects, location, recipientsOfWish(wish)));
  requireEncryption(marker, options.encryption, location);
  await confirm(marker);
  const { clock, random, signal } = options;
  // The lock must also be released after the signal.
  const unstoppable = await openObjectStore(location, { ...options, signal: new AbortController().signal });
  const lock = await acquireObjectLock(unstoppable, {
    ...VAULT_LOCK,
    command: 'satchel vault copy',
    clock,
    random,
    signal,
  });
  const target = openBucketTarget(
    fencedVault(decoded(objects, marker, options), () => lock),
    marker,
  );
  return {
    ...target,
    isNew: found === undefined,
    async close() {
      await lock.release();
      unstoppable.close();
      await target.close();
    },
  };
}

/** A copy in the vault itself would be copied by the next one. */
function requireOutside(from: string, to: string): void {
  const [outer, inner] = [from, to].map(placeOf);
  if (outer !== undefined && inner?.startsWith(outer) === true) {
    throw new Failure('usage', `Cannot copy the vault "${from}" to "${to}": that is in the vault itself`, {
      hint: 'Copy to a place outside of it',
    });
  }
}

/** The place without links, with a slash at its end. */
function placeOf(location: string): string {
  if (isObjectLocation(location)) {
    const { bucket, prefix } = parseObjectLocation(location);
    return `s3://${bucket}/${prefix}`;
  }
  const path = resolve(location);
  if (existsSync(path)) {
    return join(realpathSync(path), sep);
  }
  return join(dirname(path) === path ? path : placeOf(dirname(path)), basename(path), sep);
}

/** What is encrypted is copied to where it is not only if a person says so. */
function requireNoLoss(
  recipients: readonly string[],
  { encryption, source, location }: TargetOptions & { readonly location: string },
): void {
  if (source.recipients.length > 0 && recipients.length === 0 && encryption !== 'none') {
    throw new Failure(
      'usage',
      `Cannot copy "${source.name}", which is encrypted, to "${location}", which is not`,
      {
        hint: 'Copy to a new place',
        commandHint: 'Copy to a new place, or say --no-encryption if that is meant',
      },
    );
  }
}

/** A vault that does not exist: nothing is ever written to it. */
function emptyTarget(name: string): CopyTarget {
  const refuse = async (): Promise<never> => {
    invariant(false, 'nothing is written to a vault that does not exist');
  };
  return {
    name,
    isNew: false,
    encryption: { recipients: [], extent: 'archives', ofNewArchives: [] },
    archives: async () => new Map(),
    writeArchive: refuse,
    writeManifest: refuse,
    blobs: async () => new Set(),
    writeBlob: refuse,
    repositories: async () => new Set(),
    writeRepository: refuse,
    store: async () => undefined,
    writeStore: refuse,
    finish: refuse,
    close: async () => undefined,
  };
}
