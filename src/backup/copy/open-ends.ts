import { existsSync } from 'node:fs';
import type { Decrypt } from '../../archive/index.ts';
import { type Clock, Failure, invariant, type Random } from '../../base/index.ts';
import { acquireObjectLock, isObjectLocation, openObjectStore } from '../../objects/index.ts';
import { openBucketSource, openBucketTarget } from './bucket-end.ts';
import { fencedVault, VAULT_LOCK } from './bucket-fence.ts';
import { createMarker, decoded, readMarker } from './bucket-marker.ts';
import { openDirectorySource, openDirectoryTarget } from './directory-end.ts';
import type { CopySource, CopyTarget } from './vault-end.ts';

export interface EndOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Public keys for everything that is written to object storage. */
  readonly recipients: readonly string[];
  /** Decrypts what is read from object storage; absent if no key was given. */
  readonly decrypt: Decrypt | undefined;
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
  return openBucketSource(decoded(objects, marker, options));
}

interface TargetOptions extends EndOptions {
  /** Creates the vault if it does not exist; otherwise it counts as empty. */
  readonly create: boolean;
}

/** Opens the vault in a directory or at `s3://…` to copy to it, and locks it until it is closed. */
export async function openCopyTarget(location: string, options: TargetOptions): Promise<CopyTarget> {
  const { create } = options;
  if (!isObjectLocation(location)) {
    if (options.recipients.length > 0) {
      throw new Failure('usage', 'Cannot encrypt: recipients apply to copies in object storage only', {
        hint: 'Omit --recipient; archives that are encrypted in the vault stay so',
      });
    }
    return !create && !existsSync(location)
      ? emptyTarget(location)
      : await openDirectoryTarget(location, options);
  }
  const objects = await openObjectStore(location, options);
  const found = await readMarker(objects);
  if (found === undefined && !create) {
    objects.close();
    return emptyTarget(location);
  }
  const marker = found ?? (await createMarker(objects, location, options));
  if (!marker.isEncrypted && options.recipients.length > 0) {
    throw new Failure('usage', `Cannot encrypt: the vault "${location}" was made without encryption`, {
      hint: 'Omit --recipient, or copy to another prefix',
    });
  }
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
  const target = openBucketTarget(fencedVault(decoded(objects, marker, options), () => lock));
  return {
    ...target,
    async close() {
      await lock.release();
      unstoppable.close();
      await target.close();
    },
  };
}

/** A vault that does not exist: nothing is ever written to it. */
function emptyTarget(name: string): CopyTarget {
  const refuse = async () => invariant(false, 'nothing is written to a vault that does not exist');
  return {
    name,
    archives: async () => new Map(),
    writeArchive: refuse,
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
