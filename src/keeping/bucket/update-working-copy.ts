import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eachOf } from '../../base/each-of.ts';
import { ifPresent } from '../../base/file-failure.ts';
import { definedMembers, isJsonObject, parseJson } from '../../base/json.ts';
import { makePrivateFolder } from '../../base/make-folder.ts';
import { writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import type { ObjectStore, StoredObject } from '../../objects/object-store.ts';
import { writeSmallObject } from '../../objects/small-objects.ts';
import type { Vault } from '../../vault/vault.ts';
import { foldJournal } from '../copy/bucket-journal.ts';
import { KEYS, readDamagedToo } from '../copy/bucket-keys.ts';
import { readStorePointer } from '../copy/published-store.ts';
import { AT_ONCE } from '../copy/vault-end.ts';
import type { DamagedStore } from '../open-vault-options.ts';
import { fetchStore } from './fetch-store.ts';
import { readState, type WorkingCopy, type WorkingCopyState, writeState } from './working-copy.ts';

/** With fewer missing manifests than this, fetching them costs less than fetching the index. */
const FEW = 20;

export interface Update {
  readonly objects: ObjectStore;
  readonly copy: WorkingCopy;
  /** The vault of the working copy. */
  readonly local: Vault;
  /** Whether the store is fetched too. */
  readonly needsStore: boolean;
  /** Whether the vault is locked: then the local store is read, because it will be written to and published. */
  readonly isLocked: boolean;
  readonly onDamagedStore?: DamagedStore | undefined;
}

/** Makes the manifests, the journal and the store of a working copy those of the bucket. */
export async function updateWorkingCopy(update: Update): Promise<void> {
  const { objects, copy, local, needsStore, isLocked, onDamagedStore } = update;
  const former: WorkingCopyState = (await readState(copy)) ?? { location: objects.name, versions: {} };
  for (;;) {
    const [manifests, lines] = await Promise.all([
      listObjects(objects, 'manifests/'),
      listObjects(objects, KEYS.journal),
    ]);
    const listed = manifests.filter(({ key }) => key.endsWith('.json'));
    await fetchManifests(listed, former, update);
    if (!(await fetchJournal(lines, former, update))) {
      continue; // Compacted since the listing.
    }
    const versions = Object.fromEntries([...listed, ...lines].map(({ key, version }) => [key, version]));
    const pointer = needsStore ? await readStorePointer(objects) : undefined;
    const store = await fetchStore({
      pointer,
      objects,
      local,
      former: former.store,
      root: copy.root,
      isThorough: isLocked,
      onDamagedStore,
    });
    const published = pointer?.sha256;
    await writeState(copy, { location: objects.name, versions, ...definedMembers({ store, published }) });
    return;
  }
}

async function fetchManifests(
  listed: readonly StoredObject[],
  { versions }: WorkingCopyState,
  { objects, local }: Update,
): Promise<void> {
  const folder = join(local.directory, 'manifests');
  const pathOf = (key: string) => join(folder, key.slice('manifests/'.length));
  const corrupt = await corruptManifests(local);
  const changed = listed.filter(
    (object) => isChanged(object, versions) || !existsSync(pathOf(object.key)) || corrupt.has(object.key),
  );
  const index = changed.length < FEW ? new Map<string, IndexedManifest>() : await readIndex(objects);
  await eachOf(changed, AT_ONCE, async ({ key, version }) => {
    const indexed = index.get(key);
    const text = indexed?.version === version ? indexed.text : await readDamagedToo(objects, key);
    if (text !== undefined) {
      await writeWholeFile(pathOf(key), text);
    }
  });
  const names = new Set(listed.map(({ key }) => pathOf(key)));
  const { manifests, faults } = await local.listManifests();
  for (const { archive } of [...manifests, ...faults]) {
    const path = pathOf(KEYS.manifest(archive));
    if (!names.has(path)) {
      await rm(path, { force: true });
    }
  }
}

/** The keys of the manifests that are damaged in the working copy. */
async function corruptManifests(local: Vault): Promise<ReadonlySet<string>> {
  return new Set((await local.listManifests()).faults.map(({ fileName }) => `manifests/${fileName}`));
}

/** False if the listing is out of date. */
async function fetchJournal(
  listed: readonly StoredObject[],
  { versions }: WorkingCopyState,
  { objects, copy, local }: Update,
): Promise<boolean> {
  const nameOf = (key: string) => key.slice(KEYS.journal.length);
  const pathOf = (key: string) => join(copy.journal, nameOf(key));
  const isCorrupt = (await local.journal.read()).damage !== undefined;
  const changed = listed.filter(
    (object) => isCorrupt || isChanged(object, versions) || !existsSync(pathOf(object.key)),
  );
  const keys = new Set(listed.map(({ key }) => key));
  const gone = Object.keys(versions).filter((key) => key.startsWith(KEYS.journal) && !keys.has(key));
  let isCurrent = true;
  await eachOf(changed, AT_ONCE, async ({ key }) => {
    const text = await readDamagedToo(objects, key);
    if (text === undefined) {
      isCurrent = false;
      return;
    }
    await makePrivateFolder(dirname(pathOf(key)));
    await writeWholeFile(pathOf(key), text);
  });
  if (isCurrent && (isCorrupt || changed.length + gone.length > 0)) {
    const texts = new Map<string, Buffer>();
    for (const { key } of listed) {
      texts.set(nameOf(key), (await ifPresent(readFile(pathOf(key)))) ?? Buffer.of());
    }
    const { lines, damage } = foldJournal(texts);
    await local.journal.rewrite(lines, { damage });
    for (const key of gone) {
      await rm(pathOf(key), { force: true });
    }
  }
  return isCurrent;
}

/** A server that lists no versions makes each object count as changed. */
function isChanged({ key, version }: StoredObject, versions: WorkingCopyState['versions']): boolean {
  return version === '' || versions[key] !== version;
}

interface IndexedManifest {
  readonly version: string;
  readonly text: string;
}

/** All manifests in one object, so that a machine without a working copy fetches thousands of them with one request. */
const INDEX = 'manifests-index.json';

/** An index that cannot be read counts as absent: it saves requests, and nothing else. */
async function readIndex(objects: ObjectStore): Promise<ReadonlyMap<string, IndexedManifest>> {
  const value = parseJson((await readDamagedToo(objects, INDEX))?.toString('utf8') ?? '');
  const index = new Map<string, IndexedManifest>();
  for (const [key, entry] of Object.entries(isJsonObject(value) ? value : {})) {
    const { version, text } = isJsonObject(entry) ? entry : {};
    if (typeof version === 'string' && typeof text === 'string') {
      index.set(key, { version, text });
    }
  }
  return index;
}

/** Writes the index again if manifests were added, changed or removed. The vault must be locked. */
export async function writeIndex({ objects, local }: Pick<Update, 'objects' | 'local'>): Promise<void> {
  const index: Record<string, IndexedManifest> = {};
  const corrupt = await corruptManifests(local);
  for (const { key, version } of await listObjects(objects, 'manifests/')) {
    const path = join(local.directory, key);
    const isSound = key.endsWith('.json') && !corrupt.has(key);
    const text = isSound ? await ifPresent(readFile(path, 'utf8')) : undefined;
    if (text !== undefined) {
      index[key] = { version, text };
    }
  }
  await writeSmallObject(objects, INDEX, JSON.stringify(index));
}

/** The objects below a prefix. Their keys are used as paths: fails with `vault-damaged` if one leads outside. */
export async function listObjects(objects: ObjectStore, prefix: string): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const object of objects.list(prefix)) {
    if (object.key.split('/').includes('..')) {
      throw new Failure('vault-damaged', `The vault is damaged: "${object.key}" is not a name of a vault`);
    }
    found.push(object);
  }
  return found;
}
