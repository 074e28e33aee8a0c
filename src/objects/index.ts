/**
 * Files by key in object storage: reading, uploading in parts, listing and locking, with clear failures. It knows
 * nothing of vaults.
 */

export { encodedObjects, type ObjectCodec } from './encoded-objects.ts';
export { fencedObjects } from './fenced-objects.ts';
export { makeObjectCache } from './object-cache.ts';
export { isObjectLocation, objectUrl } from './object-location.ts';
export { acquireObjectLock, type ObjectLock } from './object-lock.ts';
export type { ObjectStore, StoredObject } from './object-store.ts';
export { openObjectStore } from './open-object-store.ts';
export { readSmallObject, writeSmallObject } from './small-objects.ts';
