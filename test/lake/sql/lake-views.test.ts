import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { connectDuck } from '../../dump/support/connect-duck.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { addSnapshot, lakeOf, sync } from '../support/lake.ts';

let sample: string;

beforeAll(async () => {
  sample = await loadSample(temporaryFolder());
  await sync(sample);
});

/** Runs the views of a lake in DuckDB, as a person does. */
async function openViews(root: string) {
  const duck = await connectDuck();
  await duck.run(`SET file_search_path = '${root}'`);
  await duck.run(await readFile(join(root, 'views/duckdb.sql'), 'utf8'));
  return async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJS();
}

describe('lakeViews()', () => {
  it.each(['threads', 'comments', 'timeline'])('defines the view %s as the store does', async (view) => {
    const ask = await openViews(lakeOf(sample));
    const store = openStore(sample);
    const { columns, rows } = store.query(`SELECT * FROM ${view} ORDER BY id`);
    const read = await ask(`SELECT ${columns.join(', ')} FROM ${view} ORDER BY id`);
    const plain = (value: unknown) =>
      typeof value === 'bigint' || typeof value === 'boolean'
        ? Number(value)
        : value instanceof Date
          ? value.getTime()
          : value;
    const isTime = columns.map((name) => name.endsWith('_at'));
    const stored = [...rows].map((row) =>
      row.map((value, index) =>
        isTime[index] === true && typeof value === 'string' ? Date.parse(value) : value,
      ),
    );
    store.close();
    expect(read.length).toBeGreaterThan(20);
    expect(read.map((row) => row.map(plain))).toEqual(stored);
  });

  it('has the state of each table at any time', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one', 2: 'two' }, 'beta/app': { 1: 'beta' } });
    await addSnapshot(dbPath, 3, { 'acme/app': { 1: 'edited' } });
    await addSnapshot(dbPath, 5, { 'acme/app': {} });
    await sync(dbPath);
    const ask = await openViews(lakeOf(dbPath));
    const titlesAt = async (time: string, view: string) =>
      (
        await ask(`SELECT title FROM ${view} WHERE valid_from <= TIMESTAMPTZ '${time}Z'
         AND TIMESTAMPTZ '${time}Z' < valid_until ORDER BY title`)
      ).flat();
    for (const view of ['issues_states', 'threads_states']) {
      expect(await titlesAt('2025-12-31T00:00:00', view)).toEqual([]);
      expect(await titlesAt('2026-01-01T00:00:00', view)).toEqual(['beta', 'one', 'two']);
      expect(await titlesAt('2026-01-02T23:59:59', view)).toEqual(['beta', 'one', 'two']);
      expect(await titlesAt('2026-01-03T00:00:00', view)).toEqual(['beta', 'edited']);
      expect(await titlesAt('2030-01-01T00:00:00', view)).toEqual(['beta']);
    }
    expect(await ask('SELECT title FROM issues')).toEqual([['beta']]);
    expect(await ask('SELECT count(*) FROM snapshots')).toEqual([[3n]]);
    expect(
      await ask(
        "SELECT previous::JSON ->> 'title' FROM record_changes WHERE change = 'vanished' AND kind = 'issue' ORDER BY 1",
      ),
    ).toEqual([['edited'], ['two']]);
  });

  it('reads only what the manifest names', async () => {
    const dbPath = join(temporaryFolder(), 'store.db');
    await addSnapshot(dbPath, 1, { 'acme/app': { 1: 'one' } });
    await sync(dbPath);
    for (const engine of ['duckdb', 'clickhouse']) {
      const text = await readFile(join(lakeOf(dbPath), 'views', `${engine}.sql`), 'utf8');
      expect(text).toMatch(/account ?= ?'?acme/);
      expect(text).toMatch(/20260101T000000Z-[0-9a-f]{8}/);
    }
  });

  it('writes well-formed statements for ClickHouse', async () => {
    const text = await readFile(join(lakeOf(sample), 'views/clickhouse.sql'), 'utf8');
    const bare = text.replaceAll(/--.*\n/g, '').replaceAll(/'(?:[^']|'')*'/g, '0');
    expect(bare.match(/\(/g)?.length).toBe(bare.match(/\)/g)?.length);
    expect(bare).not.toMatch(/'|undefined|read_parquet|julianday|\bsubstr\(.*TIMESTAMPTZ/);
    const names = [...bare.matchAll(/CREATE OR REPLACE VIEW (\w+) AS/g)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['issues', 'issues_states', 'lake_partitions', 'threads', 'timeline_states']),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
