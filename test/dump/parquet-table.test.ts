import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dumpTables } from '../../src/dump/dump-tables.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';
import { connectDuck } from './support/connect-duck.ts';
import { readValue, typeOf } from './support/duck-values.ts';
import { dumpOptions } from './support/dump.ts';
import { NO_TIMES, writeHostileStore } from './support/hostile-store.ts';
import { loadSample } from './support/sample-store.ts';
import { readStoredTables } from './support/stored-rows.ts';

/** Reads a Parquet dump with DuckDB and compares types and values with the store's. Returns the number of values. */
async function expectSameTables(dbPath: string, folder: string): Promise<number> {
  const duck = await connectDuck();
  let cellCount = 0;
  for (const { name, columns, rows } of readStoredTables(dbPath)) {
    const source = `read_parquet('${join(folder, name)}/*/*.parquet', hive_partitioning = false)`;
    const described = (await duck.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)).getRowsJS();
    const types = columns.map((column) => typeOf(column.name, column.declared));
    expect(described.map((row) => [row[0], row[1]])).toEqual(
      columns.map((column, index) => [column.name, types[index]]),
    );
    const read = (await duck.runAndReadAll(`SELECT * FROM ${source}`)).getRowsJS();
    const shown = read.map((row) =>
      row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    );
    expect({ name, rows: shown }).toEqual({
      name,
      rows: rows.map((row) => row.map((value, index) => readValue(value, types[index] ?? ''))),
    });
    cellCount += rows.length * columns.length;
  }
  duck.closeSync();
  return cellCount;
}

describe('writeParquetTable()', () => {
  it('gives DuckDB every value and type of the sample store', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const report = await dumpTables(dumpOptions(dbPath, 'parquet'));
    expect(report.emptiedCount).toBe(0);
    expect(await expectSameTables(dbPath, join(dbPath, '..', 'out-parquet'))).toBeGreaterThan(9_000);
  });

  it('gives DuckDB hostile texts, blobs and the largest integers, and counts times that are none', async () => {
    const dbPath = await writeHostileStore(temporaryFolder());
    const report = await dumpTables(dumpOptions(dbPath, 'parquet'));
    await expectSameTables(dbPath, join(dbPath, '..', 'out-parquet'));
    expect(report.emptiedCount).toBe(NO_TIMES.length);
  });

  it('names the partition after the snapshot, so that engines distinguish dumps', async () => {
    const dbPath = await loadSample(temporaryFolder());
    await dumpTables(dumpOptions(dbPath, 'parquet', { tables: ['issues', 'threads'] }));
    const duck = await connectDuck();
    const rows = await duck.runAndReadAll(
      `SELECT snapshot, count(*) FROM read_parquet('${join(dbPath, '..', 'out-parquet')}/threads/*/*.parquet',
       hive_partitioning = true, hive_types_autocast = false) GROUP BY 1`,
    );
    expect(rows.getRowsJS()).toEqual([[expect.stringMatching(/^\d{8}T\d{6}Z$/), 30n]]);
    duck.closeSync();
  });

  it('ends row groups by the length of their texts, so that memory stays bounded', async () => {
    const dbPath = join(temporaryFolder(), 'long.db');
    const issues = Array.from({ length: 20 }, (_, index) => ({
      type: 'issue',
      url: `https://service.example/acme/app/issues/${index}`,
      body: `${index}`.repeat(600_000),
    }));
    await writeStore(dbPath, [batchOf('issue', issues)]);
    await dumpTables(dumpOptions(dbPath, 'parquet', { tables: ['issues'] }));
    const duck = await connectDuck();
    const groups = await duck.runAndReadAll(
      `SELECT row_group_id, any_value(row_group_num_rows)
       FROM parquet_metadata('${join(dbPath, '..', 'out-parquet')}/issues/*/*.parquet') GROUP BY 1 ORDER BY 1`,
    );
    expect(groups.getRowsJS()).toEqual([
      [0n, 7n],
      [1n, 5n],
      [2n, 4n],
      [3n, 4n],
    ]);
    duck.closeSync();
  });

  it('reports that the disk is full, though rows are left to read', async () => {
    const dbPath = join(temporaryFolder(), 'full.db');
    const issues = Array.from({ length: 3 }, (_, index) => ({
      type: 'issue',
      url: `https://service.example/acme/app/issues/${index}`,
      body: 'x'.repeat(4 * 1024 * 1024),
    }));
    await writeStore(dbPath, [batchOf('issue', issues)]);
    const full = new Error('ENOSPC');
    const target = { write: () => Promise.reject(full) };
    await expect(dumpTables(dumpOptions(dbPath, 'parquet', { tables: ['issues'], target }))).rejects.toBe(
      full,
    );
  });

  it('gives DuckDB large texts that cannot be compressed, each in a row group of its own', async () => {
    const dbPath = join(temporaryFolder(), 'large.db');
    const bodies = ['one', 'two', 'three'].map((seed) =>
      createHash('shake256', { outputLength: IS_LONG ? 7_500_000 : 3_500_000 })
        .update(seed)
        .digest('base64'),
    );
    const issues = bodies.map((body, index) => ({
      type: 'issue',
      url: `https://service.example/acme/app/issues/${index}`,
      body,
    }));
    await writeStore(dbPath, [batchOf('issue', issues)]);
    await dumpTables(dumpOptions(dbPath, 'parquet', { tables: ['issues'] }));
    const duck = await connectDuck();
    const read = await duck.runAndReadAll(
      `SELECT md5(body) FROM read_parquet('${join(dbPath, '..', 'out-parquet')}/issues/*/*.parquet') ORDER BY url`,
    );
    expect(read.getRowsJS().flat()).toEqual(
      bodies.map((body) => createHash('md5').update(body).digest('hex')),
    );
    duck.closeSync();
  });
});
