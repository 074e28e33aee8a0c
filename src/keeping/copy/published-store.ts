import type { Hints } from '../../base/failure.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../base/json.ts';
import { Failure } from '../../model/failure.ts';
import type { ObjectStore, StoredObject } from '../../objects/object-store.ts';
import { readSmallObject, writeSmallObject } from '../../objects/small-objects.ts';
import { isBlobName } from '../../store/file-folders.ts';
import type { OriginFile } from '../../vault/vault.ts';
import { damaged, KEYS, keysIn, readPresent } from './bucket-keys.ts';
import type { CopiedStore } from './vault-end.ts';

/** Names the current one of the stores. It contains only digests, and is never encrypted. */
export const STORE_POINTER = 'store.json';

/** Names the current store of a vault. */
export interface StorePointer {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly snapshots: readonly string[];
}

/** Fails with `vault-damaged` if it cannot be read. */
export async function readStorePointer(objects: ObjectStore): Promise<StorePointer | undefined> {
  const bytes = await readSmallObject(objects, STORE_POINTER);
  if (bytes === undefined) {
    return undefined;
  }
  const pointer = parseJson(bytes.toString('utf8'));
  if (!isStorePointer(pointer)) {
    throw damaged(STORE_POINTER, 'is damaged');
  }
  return pointer;
}

function isStorePointer(value: unknown): value is StorePointer & JsonObject {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value['sizeBytes']) &&
    typeof value['sha256'] === 'string' &&
    isBlobName(value['sha256']) &&
    Array.isArray(value['snapshots']) &&
    value['snapshots'].every((snapshot) => typeof snapshot === 'string')
  );
}

/**
 * Finds the published store, or the newest one that is there if that is missing: a machine that slept after it lost its
 * lock may have written the pointer to a store that its successor had removed.
 */
export async function findPublishedStore(objects: ObjectStore): Promise<StorePointer | undefined> {
  for (let former: string | undefined; ; ) {
    const pointer = await readStorePointer(objects);
    if (pointer === undefined || (await versionOf(objects, KEYS.store(pointer.sha256))) !== undefined) {
      return pointer;
    }
    if (pointer.sha256 === former) {
      return await findNewestStore(objects);
    }
    former = pointer.sha256; // Another machine may have replaced it since the pointer was read.
  }
}

/** Opens what `findPublishedStore` finds. */
export async function openPublishedStore(
  objects: ObjectStore,
): Promise<{ readonly sha256: string; readonly content: AsyncIterable<Uint8Array> } | undefined> {
  for (let former: string | undefined; ; ) {
    const store = await findPublishedStore(objects);
    if (store === undefined) {
      return undefined;
    }
    const { sha256 } = store;
    const content =
      sha256 === former
        ? await readPresent(objects, KEYS.store(sha256))
        : await objects.read(KEYS.store(sha256));
    if (content !== undefined) {
      return { sha256, content };
    }
    former = sha256;
  }
}

async function findNewestStore(objects: ObjectStore): Promise<StorePointer> {
  let newest: StoredObject | undefined;
  for await (const object of objects.list(STORES)) {
    if (isBlobName(digestIn(object.key)) && object.writtenAtMs >= (newest?.writtenAtMs ?? 0)) {
      newest = object;
    }
  }
  if (newest === undefined) {
    throw damagedStore('is missing');
  }
  return { sha256: digestIn(newest.key), sizeBytes: newest.sizeBytes, snapshots: [] };
}

/**
 * The stores that were replaced, and not removed because the machine was killed. A newer one than the published store may
 * be about to be published; if that one is missing, the newest is needed.
 */
export async function listFormerStores(objects: ObjectStore): Promise<readonly OriginFile[]> {
  const stores: StoredObject[] = [];
  for await (const object of objects.list(STORES)) {
    stores.push(object);
  }
  const pointer = await readStorePointer(objects);
  const published = stores.find(({ key }) => pointer !== undefined && key === KEYS.store(pointer.sha256));
  return stores
    .filter(({ writtenAtMs }) => published !== undefined && writtenAtMs < published.writtenAtMs)
    .map(({ key, sizeBytes }) => ({ path: key, sizeBytes }));
}

/** The digest in the key of a store. */
function digestIn(key: string): string {
  return key.slice(STORES.length).replace(/\.db$/, '');
}

export function damagedStore(found: string): Failure {
  return new Failure('vault-damaged', `The vault is damaged: the store that was published last ${found}`, {
    ...REBUILD_HINTS,
  });
}

/** What to do about a store that cannot be read. */
export const REBUILD_HINTS: Hints = {
  hint: 'rebuild() of the vault builds it again from the archives',
  commandHint: '"satchel vault rebuild" builds it again from the archives',
};

const STORES = 'stores/';

/**
 * Publishes a store in place of the one with the digest `replaced`. Returns false if another machine has published one
 * since. The former stores are listed first, so that none is removed which another machine uploads meanwhile.
 */
export async function publishStore(
  objects: ObjectStore,
  { sizeBytes, sha256, snapshots, open }: CopiedStore,
  replaced: string | undefined,
): Promise<boolean> {
  const version = await versionOf(objects, STORE_POINTER);
  const pointer = version === undefined ? undefined : await readStorePointer(objects);
  if (pointer !== undefined && pointer.sha256 !== replaced) {
    return false;
  }
  const formerStores = await keysIn(objects, STORES);
  await objects.write(KEYS.store(sha256), await open(), sizeBytes);
  const text = `${JSON.stringify({ sizeBytes, sha256, snapshots })}\n`;
  const written = await objects.create(STORE_POINTER, text, version);
  if (written === 'exists') {
    return false;
  }
  if (written === 'unsupported') {
    await writeSmallObject(objects, STORE_POINTER, text);
  }
  for (const name of formerStores.filter((each) => each !== `${sha256}.db`)) {
    await objects.remove(`${STORES}${name}`);
  }
  return true;
}

/** The version of an object; undefined if there is none. */
async function versionOf(objects: ObjectStore, key: string): Promise<string | undefined> {
  for await (const object of objects.list(key)) {
    if (object.key === key) {
      return object.version;
    }
  }
  return undefined;
}
