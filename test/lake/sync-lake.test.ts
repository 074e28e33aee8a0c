import { renameSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { connectDuck } from '../dump/support/connect-duck.ts';
import { readValue, typeOf } from '../dump/support/duck-values.ts';
import { writeHostileStore } from '../dump/support/hostile-store.ts';
import { loadSample } from '../dump/support/sample-store.ts';
import { readStoredTables, type StoredValue } from '../dump/support/stored-rows.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { itLong } from '../house/long-only.ts';
import { addSnapshot, lakeOf, listData, readManifest, sync } from './support/lake.ts';

/** Columns with JSON arrays of texts, which are lists in a lake. */
const LISTS = new Set(['keys', 'kinds', 'products', 'files', 'languages', 'topics']);

/** Compares the newest state in a lake with the tables of its store. Returns the number of values. */
async function expectSameRows(dbPath: string): Promise<number> {
  const root = lakeOf(dbPath);
  const duck = await connectDuck();
  const { partitions, tables } = await readManifest(root);
  let cellCount = 0;
  for (const { name, columns, rows } of readStoredTables(dbPath)) {
    const own = partitions.filter(({ table }) => table === name);
    const newest = new Map(own.map((partition) => [partition.account, partition])).values();
    const isLog = tables.find((table) => table.name === name)?.kind === 'log';
    const files = [...(isLog ? own : newest)].flatMap((partition) => partition.files.map(({ path }) => path));
    expect({ name, hasFiles: files.length > 0 }).toEqual({ name, hasFiles: rows.length > 0 });
    if (rows.length === 0) {
      continue;
    }
    const list = files.map((path) => `'${join(root, path)}'`).join(', ');
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    const read = await duck.runAndReadAll(
      `SELECT ${names} FROM read_parquet([${list}], hive_partitioning = false)`,
    );
    const types = columns.map((column) => lakeType(column.name, column.declared));
    expect({ name, types: read.columnTypes().map(String) }).toEqual({ name, types });
    expect({ name, rows: sorted(read.getRowsJS()) }).toEqual({
      name,
      rows: sorted(rows.map((row) => row.map((value, index) => lakeValue(value, types[index] ?? '')))),
    });
    cellCount += rows.length * columns.length;
  }
  return cellCount;
}

function lakeType(column: string, declared: string): string {
  const type = typeOf(column, declared);
  return LISTS.has(column) ? 'VARCHAR[]' : type === 'JSON' ? 'VARCHAR' : type;
}

function lakeValue(value: StoredValue, type: string): unknown {
  if (type === 'VARCHAR[]') {
    return value === null ? null : JSON.parse(String(value));
  }
  const read = readValue(value, type);
  return typeof read === 'string' && read.startsWith('{') ? read.replaceAll('\\ud800', '\\ufffd') : read;
}

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  const plain = (value: unknown) =>
    typeof value === 'bigint'
      ? `${value}n`
      : value instanceof Uint8Array
        ? Buffer.from(value).toString('hex')
        : value;
  return rows.map((row) => JSON.stringify(row.map(plain))).toSorted();
}

describe('syncLake()', () => {
  it('gives DuckDB every row and value of the sample store', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const report = await sync(dbPath);
    expect(report).toMatchObject({ snapshots: 1, newSnapshots: 1, emptiedValues: 0 });
    expect(await expectSameRows(dbPath)).toBeGreaterThan(9_000);
  });

  it('gives DuckDB hostile texts, blobs and the largest integers', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const report = await sync(dbPath);
    expect(report.emptiedValues).toBe(3);
    await expectSameRows(dbPath);
  });

  it('writes labels and assignees as lists too', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'bug crashes' } });
    await sync(dbPath);
    const duck = await connectDuck();
    const rows = await duck.runAndReadAll(
      `SELECT labels, assignees, account FROM '${lakeOf(dbPath)}/issues/*/*/*.parquet'`,
    );
    expect(rows.getRowsJS()).toEqual([[['bug'], [], 'acme']]);
  });

  it('partitions by account and snapshot', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'a' }, 'Beta/app': { 1: 'b' }, 'beta/b': { 2: 'c' } });
    await sync(dbPath);
    const { partitions, snapshots } = await readManifest(lakeOf(dbPath));
    const snapshot = snapshots[0]?.name;
    expect(snapshot).toMatch(/^20260101T000000Z-[0-9a-f]{8}$/);
    const issues = partitions.filter(({ table }) => table === 'issues');
    expect(issues.map(({ files: _, ...rest }) => rest)).toEqual([
      { table: 'issues', account: 'acme', snapshot, rowCount: 1, digest: expect.any(String) },
      { table: 'issues', account: 'beta', snapshot, rowCount: 2, digest: expect.any(String) },
    ]);
    expect(issues[1]?.files).toEqual([
      { path: `issues/account=beta/snapshot=${snapshot}/part-0001.parquet`, sizeBytes: expect.any(Number) },
    ]);
  });

  it('writes nothing the second time', async () => {
    const dbPath = await loadSample(temporaryFolder());
    await sync(dbPath);
    const data = await listData(lakeOf(dbPath));
    expect(await sync(dbPath)).toMatchObject({ newSnapshots: 0, writtenFiles: 0, writtenBytes: 0 });
    expect(await listData(lakeOf(dbPath))).toEqual(data);
  });

  it('writes only what another snapshot changed, with records that vanished', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one', 2: 'two' }, 'beta/app': { 1: 'same' } });
    await sync(dbPath);
    const root = lakeOf(dbPath);
    const before = await listData(root);
    await addSnapshot(dbPath, 2, { 'acme/app': { 1: 'one', 3: 'three' }, 'beta/app': { 1: 'same' } });
    expect(await sync(dbPath)).toMatchObject({ snapshots: 2, newSnapshots: 1 });
    const after = await listData(root);
    expect([...after].filter(([path]) => before.has(path))).toEqual([...before]);
    const name = (await readManifest(root)).snapshots[1]?.name ?? '';
    const added = [...after.keys()].filter((path) => !before.has(path));
    expect(added.filter((path) => path.includes('beta') || !path.includes(name))).toEqual([]);
    expect(added.map((path) => path.split('/')[0])).toEqual(
      expect.arrayContaining(['issues', 'issue_labels', 'record_changes', 'snapshots']),
    );
    const duck = await connectDuck();
    const titles = await duck.runAndReadAll(
      `SELECT snapshot[7:8], list_sort(list(title)) FROM '${root}/issues/account=acme/*/*.parquet' GROUP BY 1 ORDER BY 1`,
    );
    expect(titles.getRowsJS()).toEqual([
      ['01', ['one', 'two']],
      ['02', ['one', 'three']],
    ]);
  });

  it('writes all states again when a table has another column', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await sync(dbPath);
    const db = openDatabase(dbPath, { readonly: false });
    db.exec("ALTER TABLE issues ADD COLUMN mood TEXT; UPDATE issues SET mood = 'calm'");
    db.close();
    expect(await sync(dbPath)).toMatchObject({ snapshots: 1, newSnapshots: 1 });
    const { partitions, snapshots } = await readManifest(lakeOf(dbPath));
    const own = partitions.filter(({ table }) => table === 'issues');
    expect(own.map(({ snapshot }) => snapshot)).toEqual([snapshots[0]?.name]);
    const duck = await connectDuck();
    const [file = ''] = own.flatMap(({ files }) => files.map(({ path }) => join(lakeOf(dbPath), path)));
    const read = await duck.runAndReadAll(`SELECT mood FROM '${file}'`);
    expect(read.getRowsJS()).toEqual([['calm']]);
  });

  it('writes the same states whether it ran after each archive or once at the end', async () => {
    const directory = temporaryFolder();
    const dbPath = join(directory, 'store.db');
    const states: Parameters<typeof addSnapshot>[2][] = [
      { 'acme/app': { 1: 'one' }, 'beta/app': { 7: 'beta' } },
      { 'acme/app': { 1: 'edited' } },
      { 'acme/app': { 1: 'edited', 2: 'two' } },
      { 'acme/app': {} },
      { 'acme/app': { 1: 'one', 2: 'two' }, 'beta/app': {} },
    ];
    for (const [index, state] of states.entries()) {
      await addSnapshot(dbPath, index + 1, state);
      await sync(dbPath);
    }
    const once = join(directory, 'once');
    await sync(dbPath, { output: once });
    const shapeOf = async (root: string) =>
      (await readManifest(root)).partitions
        .filter(({ table }) => table === 'issues')
        .map(({ account, snapshot, rowCount }) => `${account} ${snapshot} ${rowCount}`)
        .toSorted();
    expect(await shapeOf(lakeOf(dbPath))).toEqual(await shapeOf(once));
    expect((await shapeOf(once)).map((text) => text.replace(/T\S+/, ''))).toEqual([
      'acme 20260101 1',
      'acme 20260102 1',
      'acme 20260103 2',
      'acme 20260104 0',
      'acme 20260105 2',
      'beta 20260101 1',
      'beta 20260105 0',
    ]);
    await expectSameRows(dbPath);
  });

  itLong(
    'combines the logs of 16 snapshots, whether it ran after some archives or once at the end',
    async () => {
      const directory = temporaryFolder();
      const dbPath = join(directory, 'store.db');
      for (let day = 10; day < 28; day += 1) {
        await addSnapshot(dbPath, day, { 'acme/app': { 1: `day ${day}` } });
        if ([12, 24, 25, 27].includes(day)) {
          await sync(dbPath);
        }
      }
      const root = lakeOf(dbPath);
      const logFiles = (await readManifest(root)).partitions.filter(
        ({ table }) => table === 'record_changes',
      );
      expect(
        logFiles.map(({ snapshot, rowCount }) => [snapshot.replace(/T.*Z-\w{8}/, ''), rowCount]),
      ).toEqual([
        ['20260125x16', 15],
        ['20260126', 1],
        ['20260127', 1],
      ]);
      await expectSameRows(dbPath);
      const once = join(directory, 'once');
      await sync(dbPath, { output: once });
      expect((await readManifest(once)).partitions).toEqual(
        expect.arrayContaining([...(await readManifest(root)).partitions]),
      );
      await sync(dbPath); // Removes the files of single snapshots.
      expect([...(await listData(root)).keys()]).toEqual([...(await listData(once)).keys()]);
    },
  );

  it('splits a partition that is larger than the target', async () => {
    const dbPath = await loadSample(temporaryFolder());
    await sync(dbPath, { limits: { groupRows: 5, groupLength: 100_000, fileBytes: 4_000 } });
    const { partitions } = await readManifest(lakeOf(dbPath));
    const files = partitions.find(({ table }) => table === 'issue_comments')?.files ?? [];
    expect(files.length).toBeGreaterThan(1);
    expect(files.map(({ path }) => path.slice(-17))).toEqual(
      files.map((_, index) => `part-000${index + 1}.parquet`),
    );
    await expectSameRows(dbPath);
  });

  it('removes what a later state replaced with the sync after it', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await sync(dbPath);
    const root = lakeOf(dbPath);
    const stray = join(root, 'issues/account=acme/snapshot=20200101T000000Z-00000000');
    await mkdir(stray);
    await writeFile(join(stray, 'part-0001.parquet'), 'half');
    await sync(dbPath);
    const named = (await readManifest(root)).partitions.flatMap(({ files }) => files.map(({ path }) => path));
    expect([...(await listData(root)).keys()]).toEqual(named.toSorted());
  });

  it('refuses the lake of another store, and leaves it as it was', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await addSnapshot(dbPath, 3, { 'acme/app': { 1: 'three' } });
    await sync(dbPath);
    const output = lakeOf(dbPath);
    const before = [await readManifest(output), await listData(output)];
    const other = join(temporaryFolder(), 'other.db');
    await addSnapshot(other, 2, { 'acme/app': { 1: 'two' } });
    await expect(sync(other, { output })).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot sync the lake "${output}" with "${other}": it has 2 snapshots, the newest of 2026-01-03, and none of the archives in this store`,
    });
    expect([await readManifest(output), await listData(output)]).toEqual(before);
    await addSnapshot(other, 3, { 'acme/app': { 1: 'three' } });
    expect(await sync(other, { output })).toMatchObject({ snapshots: 2, newSnapshots: 2 }); // As after a rebuild.
  });

  it('fails if the store is replaced while older snapshots are restored', async () => {
    const directory = temporaryFolder();
    const [dbPath, other] = [join(directory, 'store.db'), join(directory, 'other.db')];
    for (const [path, days] of [
      [dbPath, [1, 3, 5]],
      [other, [1, 2, 3, 5]],
    ] as const) {
      for (const day of days) {
        await addSnapshot(path, day, { 'acme/app': { 1: `day ${day}` } });
      }
    }
    let isReplaced = false;
    const onProgress = () => {
      if (!isReplaced) {
        renameSync(other, dbPath);
        isReplaced = true;
      }
    };
    await expect(sync(dbPath, { onProgress })).rejects.toMatchObject({ code: 'locked' });
    expect(await sync(dbPath)).toMatchObject({ snapshots: 4 });
  });

  it('does not run twice at once', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const runs = await Promise.allSettled([sync(dbPath), sync(dbPath)]);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(runs.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'locked' } });
    await expectSameRows(dbPath);
  });

  it('refuses a lake whose manifest is damaged, or names a file outside of it', async () => {
    const dbPath = await loadSample(temporaryFolder());
    await sync(dbPath);
    const manifest = join(lakeOf(dbPath), 'lake.json');
    const text = await readFile(manifest, 'utf8');
    for (const damaged of [text.slice(0, 500), text.replaceAll('part-0001', '../../x'), '[]']) {
      await writeFile(manifest, damaged);
      await expect(sync(dbPath)).rejects.toMatchObject({ code: 'lake-damaged' });
    }
  });

  it('refuses a folder with other files', async () => {
    const dbPath = await loadSample(temporaryFolder());
    await expect(sync(dbPath, { output: join(dbPath, '..') })).rejects.toMatchObject({ code: 'exists' });
  });
});
