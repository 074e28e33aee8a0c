import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { Environment } from '../../base/user-directories.ts';
import { Failure } from '../../model/failure.ts';
import { fencedObjects } from '../../objects/fenced-objects.ts';
import { makeObjectCache } from '../../objects/object-cache.ts';
import { objectUrl } from '../../objects/object-location.ts';
import { acquireObjectLock, type ObjectLock } from '../../objects/object-lock.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { openObjectStore } from '../../objects/open-object-store.ts';
import { readSmallObject, writeSmallObject } from '../../objects/small-objects.ts';
import { isDataFile, MANIFEST_NAME } from '../lake-manifest.ts';
import type { LakePlace, LakeSource, NewDataFile } from './lake-place.ts';

/** What requests to object storage need. */
export interface BucketAccess {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Environment;
}

const LOCKS = 'locks/';

/** A lake in object storage, to be read. */
export function bucketSource(objects: ObjectStore): LakeSource {
  return {
    name: objects.name,
    readText: async (path) => (await readSmallObject(objects, path))?.toString(),
  };
}

/** Locks `s3://BUCKET/PREFIX` for a lake. Fails with `usage` if there is anything else. */
export async function openBucketPlace(location: string, access: BucketAccess): Promise<LakePlace> {
  const { env } = access;
  const objects = await openObjectStore(location, access);
  // The lock must also be released after the signal.
  const unstoppable = await openObjectStore(location, { ...access, signal: new AbortController().signal });
  await requireLake(objects, location);
  const workFolder = await makeObjectCache(location, { kind: 'lakes', env });
  const lock = await acquireObjectLock(unstoppable, {
    ...access,
    name: 'lake',
    mode: 'exclusive',
    command: 'satchel lake sync',
  });
  const fenced = fenceManifest(objects, lock);
  return {
    ...bucketSource(fenced),
    locations: { duckdb: `${objects.name}/`, clickhouse: objectUrl(location, env) },
    workFolder,
    writeText: async (path, text) => await writeSmallObject(fenced, path, text),
    addFile: async (path) => addObject(fenced, path),
    async removeOrphans(named) {
      for await (const { key } of objects.list('')) {
        if (isDataFile(key) && !named.has(key)) {
          await fenced.remove(key);
        }
      }
      await objects.removeUnfinished(isDataFile);
    },
    async close() {
      await lock.release();
      objects.close();
      unstoppable.close();
    },
  };
}

/** Readers believe the manifest, so storage is asked whether the lock is held. */
function fenceManifest(objects: ObjectStore, lock: ObjectLock): ObjectStore {
  return fencedObjects(objects, {
    lock: () => lock,
    isDeciding: (key) => key === MANIFEST_NAME,
    isWithdrawn: () => false, // Its removal would lose the former state too.
  });
}

async function requireLake(objects: ObjectStore, location: string): Promise<void> {
  let other: string | undefined;
  for await (const { key } of objects.list('')) {
    if (key === MANIFEST_NAME) {
      return;
    }
    other = key.startsWith(LOCKS) ? other : key;
  }
  if (other !== undefined) {
    throw new Failure(
      'exists',
      `Cannot write a lake to "${location}": it contains other objects, such as "${other}"`,
      {
        details: { path: location },
        hint: 'Name an existing lake, or a prefix that is not in use',
      },
    );
  }
}

/** Bytes are sent while they are written; nothing appears under the key before the end. */
function addObject(objects: ObjectStore, key: string): NewDataFile {
  const content = new PassThrough();
  content.on('error', () => undefined); // Reported by `sending`.
  const sending = objects.write(key, content);
  sending.catch((error: Error) => content.destroy(error)); // So that nothing waits for it to be read.
  return {
    async write(bytes) {
      // The bytes are sent later, when the caller may have used their buffer again.
      if (!content.write(new Uint8Array(bytes))) {
        await Promise.race([once(content, 'drain'), sending]);
      }
    },
    async finish() {
      content.end();
      await sending;
    },
    async abandon() {
      content.destroy(new Error('The file was abandoned'));
      await Promise.allSettled([sending]);
    },
  };
}
