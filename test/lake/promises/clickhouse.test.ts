import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { translateSavedQuery } from '../../../src/lake/translate-query.ts';
import { runGuardedQuery } from '../../../src/reading/run-guarded-query.ts';
import { chooseSavedQuery, SAVED_QUERIES } from '../../../src/reading/saved-queries.ts';
import { connectDuck } from '../../dump/support/connect-duck.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { openBucketLake } from '../support/bucket-lake.ts';
import { lakeOf, readManifest, sync } from '../support/lake.ts';

/** The folder in which the package chdb 3 is installed: ClickHouse's own engine, which has 540 MB. */
const CHDB = process.env['SATCHEL_TEST_CHDB'];

const ASK = fileURLToPath(new URL('../support/ask-clickhouse.mjs', import.meta.url));

type Rows = readonly (readonly unknown[])[];

/** The answers of ClickHouse to queries of the views of a lake. */
async function askClickHouse(root: string, queries: readonly string[]): Promise<readonly Rows[]> {
  return await askViews(await readFile(join(root, 'views/clickhouse.sql'), 'utf8'), queries, root);
}

async function askViews(views: string, queries: readonly string[], root = '.'): Promise<readonly Rows[]> {
  const statements = views
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);
  const input = JSON.stringify({ cwd: root, statements, queries });
  const child = spawn(process.execPath, [ASK]);
  child.stdin.end(input);
  const ended = once(child, 'exit');
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const answers: readonly { readonly rows?: Rows; readonly error?: string }[] = JSON.parse(stdout);
  expect(
    answers.flatMap(({ error }, index) => (error === undefined ? [] : [{ query: queries[index], error }])),
  ).toEqual([]);
  return answers.map(({ rows }) => rows ?? []);
}

/** Values that mean the same, whatever the engine. */
function plain(value: unknown): unknown {
  if (value instanceof Date) {
    return value.getTime();
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (typeof value === 'boolean') {
    return String(Number(value));
  }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    return Date.parse(value);
  }
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

function sorted(rows: Rows): readonly string[] {
  return rows.map((row) => JSON.stringify(row.map(plain))).toSorted();
}

describe.runIf(CHDB !== undefined)("ClickHouse's engine", () => {
  it('reads every row and value of a lake as DuckDB does', async () => {
    const dbPath = process.env['SATCHEL_TEST_LAKE_STORE'] ?? (await loadSample(temporaryFolder()));
    const root = lakeOf(dbPath);
    await sync(dbPath);
    const duck = await connectDuck();
    await duck.run(`SET file_search_path = '${root}'`);
    await duck.run(await readFile(join(root, 'views/duckdb.sql'), 'utf8'));
    const { tables, partitions } = await readManifest(root);
    const names = [
      ...tables.map(({ name }) => name).filter((name) => partitions.some(({ table }) => table === name)),
      'threads',
      'comments',
      'timeline',
    ];
    let values = 0;
    for (const name of names) {
      const read = await duck.runAndReadAll(`SELECT * FROM ${name}`);
      const columns = read.columnNames().map((column) => `"${column}"`);
      const [found = []] = await askClickHouse(root, [`SELECT ${columns.join(', ')} FROM ${name}`]);
      expect({ name, rows: sorted(found) }).toEqual({ name, rows: sorted(read.getRowsJS()) });
      values += found.length * columns.length;
    }
    process.stderr.write(`ClickHouse read ${values} values of ${names.length} tables and views\n`);
    expect(values).toBeGreaterThan(9_000);
  }, 600_000);

  it('reads a lake in object storage as one in a folder', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const lake = await openBucketLake();
    await lake.sync(dbPath);
    await sync(dbPath);
    const queries = ['issues', 'threads', 'comments', 'users'].map(
      (view) => `SELECT * FROM ${view} ORDER BY ALL`,
    );
    const views = lake.read('views/clickhouse.sql');
    expect(views).not.toContain('file(');
    const answers = await askViews(views.replaceAll(/s3\(('[^']*'), /g, "s3($1, 'key', 'secret', "), queries);
    expect(answers).toEqual(await askClickHouse(lakeOf(dbPath), queries));
    expect(answers.every((rows) => rows.length > 5)).toBe(true);
  }, 600_000);

  it('answers saved queries as the store does', async () => {
    const dbPath = await loadSample(temporaryFolder());
    const root = lakeOf(dbPath);
    await sync(dbPath);
    const translated = Object.keys(SAVED_QUERIES).flatMap((name) => {
      try {
        return [{ name, sql: translateSavedQuery(name, {}, 'clickhouse') }];
      } catch {
        return []; // Refused, with a reason.
      }
    });
    const answers = await askClickHouse(
      root,
      translated.map(({ sql }) => sql),
    );
    expect(answers.length).toBeGreaterThanOrEqual(10);
    for (const [index, { name }] of translated.entries()) {
      const { sql, parameters } = chooseSavedQuery(name);
      const stored: unknown[][] = [];
      const { batches } = await runGuardedQuery(dbPath, sql, { parameters, clock: createSystemClock() });
      for await (const batch of batches) {
        stored.push(...(batch as unknown[][]));
      }
      expect({ name, rows: (answers[index] ?? []).map((row) => row.map(plain)) }).toEqual({
        name,
        rows: stored.map((row) => row.map(plain)),
      });
    }
  }, 600_000);
});
