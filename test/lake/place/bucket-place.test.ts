import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/base/random.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import type { ObjectFault } from '../../objects/support/object-server.ts';
import { BUCKET_LAKE, type BucketLake, openBucketLake } from '../support/bucket-lake.ts';
import { addSnapshot, lakeOf, listData, sync, type WrittenLake } from '../support/lake.ts';

function manifestOf(lake: BucketLake): WrittenLake {
  return JSON.parse(lake.read('lake.json'));
}

/** The paths and sizes that the manifest names, and those of the objects. */
function expectWhole(lake: BucketLake): void {
  for (const { path, sizeBytes } of manifestOf(lake).partitions.flatMap(({ files }) => files)) {
    const bytes = lake.server.objects.get(`lake/${path}`);
    expect({ path, sizeBytes: bytes?.length, end: bytes?.subarray(-4).toString() }).toEqual({
      path,
      sizeBytes,
      end: 'PAR1',
    });
  }
}

describe('a lake in object storage', () => {
  it('has the same content as one in a folder, and is addressed by each engine as it addresses object storage', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    const report = await lake.sync(dbPath);
    expect(report).toEqual(await sync(dbPath));
    const root = lakeOf(dbPath);
    expect(lake.read('lake.json')).toBe(readFileSync(join(root, 'lake.json'), 'utf8'));
    const paths = [...(await listData(root)).keys()];
    expect(lake.dataPaths()).toEqual(paths);
    for (const path of paths) {
      const isSame = lake.server.objects.get(`lake/${path}`)?.equals(readFileSync(join(root, path)));
      expect({ path, isSame }).toEqual({ path, isSame: true });
    }
    expect(lake.read('views/duckdb.sql')).toContain(`read_parquet(['${BUCKET_LAKE}/issues/account=`);
    expect(lake.read('views/clickhouse.sql')).toContain(`FROM s3('${lake.server.url}/work/lake/`);
  });

  it('receives only what is new, and loses what a later state replaced with the sync after it', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    const lake = await openBucketLake();
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' }, 'beta/app': { 1: 'same' } });
    await lake.sync(dbPath);
    const before = new Set(lake.dataPaths());
    const putPaths = () =>
      lake.server.requests.filter(({ method, key }) => method === 'PUT' && !key.includes('/locks/'));
    const putCount = putPaths().length;
    expect(await lake.sync(dbPath)).toMatchObject({ newSnapshots: 0, writtenFiles: 0 });
    expect(putPaths()).toHaveLength(putCount);
    await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'edited' }, 'beta/app': { 1: 'same' } });
    await lake.sync(dbPath);
    const added = lake.dataPaths().filter((path) => !before.has(path));
    expect(added).toEqual(expect.arrayContaining([expect.stringMatching(/^issues\/account=acme\//)]));
    expect(added.filter((path) => path.startsWith('issues/account=beta'))).toEqual([]);
    lake.server.objects.set(
      'lake/issues/account=a/snapshot=20200101T000000Z-00000000/part-0001.parquet',
      Buffer.from('half'),
    );
    await lake.sync(dbPath);
    const named = manifestOf(lake).partitions.flatMap(({ files }) => files.map(({ path }) => path));
    expect(lake.dataPaths()).toEqual(named.toSorted());
  });

  it('is written once at a time', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    const runs = await Promise.allSettled([lake.sync(dbPath), lake.sync(dbPath)]);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(runs.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'locked' } });
    expectWhole(lake);
  });

  it('keeps the former state if another process takes over the lock', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    const lake = await openBucketLake();
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await lake.sync(dbPath);
    await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'edited' } });
    lake.server.faultOf = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('.parquet')) {
        for (const own of [...lake.server.objects.keys()].filter((one) => one.includes('/locks/lake/'))) {
          lake.server.objects.delete(own);
        }
      }
      return undefined;
    };
    await expect(lake.sync(dbPath)).rejects.toMatchObject({ code: 'locked' });
    expect(manifestOf(lake).snapshots).toHaveLength(1);
    expectWhole(lake);
  });

  it('is not written where other objects are', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    lake.server.objects.set('lake/vault.json', Buffer.from('{}'));
    await expect(lake.sync(dbPath)).rejects.toMatchObject({
      code: 'exists',
      message: `Cannot write a lake to "${BUCKET_LAKE}": it contains other objects, such as "vault.json"`,
    });
    expect([...lake.server.objects.keys()]).toEqual(['lake/vault.json']);
  });

  it('arrives whole in spite of connections that end, servers that are busy, and bytes that change', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    const random = createSeededRandom('faults');
    const faults: readonly ObjectFault[] = ['reset', 'slow-down', 'corrupt', 'truncate', 'lost'];
    lake.server.faultOf = ({ key }) =>
      key.includes('/locks/') || random.chance(0.8) ? undefined : random.pick(faults);
    await lake.sync(dbPath);
    lake.server.faultOf = () => undefined;
    await sync(dbPath);
    expect(lake.read('lake.json')).toBe(readFileSync(join(lakeOf(dbPath), 'lake.json'), 'utf8'));
    expectWhole(lake);
  });

  it('keeps the former state if a sync ends at any request, and the next one completes it', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    const lake = await openBucketLake();
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one', 2: 'two' } });
    await lake.sync(dbPath);
    const former = new Map(lake.server.objects);
    await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'edited' } });
    // How often locks are renewed depends on the machine.
    const countOthers = () => lake.server.requests.filter(({ key }) => !key.includes('/locks/')).length;
    const startCount = countOthers();
    await lake.sync(dbPath);
    const total = countOthers() - startCount;
    const found = new Set<number>();
    for (let last = total - 1; last > 0; last -= Math.ceil(total / (IS_LONG ? 9 : 2))) {
      lake.server.objects.clear();
      for (const [key, bytes] of former) {
        lake.server.objects.set(key, bytes);
      }
      const from = countOthers();
      lake.server.faultOf = () => (countOthers() - from > last ? 'reset' : undefined);
      const [{ status }] = await Promise.allSettled([lake.sync(dbPath)]);
      lake.server.faultOf = () => undefined;
      expectWhole(lake);
      const snapshotCount = manifestOf(lake).snapshots.length;
      expect([status, snapshotCount]).not.toEqual(['fulfilled', 1]);
      found.add(snapshotCount);
      // The process that held the lock is this one, which lives: what it left is removed as if it had been taken over.
      for (const key of [...lake.server.objects.keys()].filter((one) => one.startsWith('lake/locks/lake'))) {
        lake.server.objects.delete(key);
      }
      await lake.sync(dbPath);
      expectWhole(lake);
      expect(await lake.ask('SELECT title FROM issues')).toEqual([['edited']]);
    }
    expect([...found].toSorted()).toEqual([1, 2]);
  });
});
