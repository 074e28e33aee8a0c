import { spawnSync } from 'node:child_process';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLakeQuery } from '../../../src/lake/query/open-lake-query.ts';
import { QUERY_LIMITS } from '../../../src/reading/run-guarded-query.ts';
import { loadSample } from '../../dump/support/sample-store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { lakeOf, sync, type WrittenLake } from '../support/lake.ts';

let home = '';
let dbPath = '';
let root = '';
let whole = '';
let names: readonly string[] = [];

beforeAll(async () => {
  home = temporaryFolder();
  dbPath = await loadSample(home);
  await sync(dbPath);
  root = lakeOf(dbPath);
  whole = await readFile(join(root, 'lake.json'), 'utf8');
  names = await listAll();
});

beforeEach(async () => {
  await rm(join(root, 'lake.json'), { force: true });
  await writeFile(join(root, 'lake.json'), whole);
});

async function listAll(): Promise<readonly string[]> {
  return (await readdir(home, { recursive: true })).toSorted();
}

async function query(sql: string): Promise<unknown> {
  const limits = { maxMemoryBytes: QUERY_LIMITS.maxMemoryBytes, maxBytes: Number.POSITIVE_INFINITY };
  const { next } = await openLakeQuery({ type: 'ask', path: root, sql, parameters: {}, ...limits });
  return await next();
}

/** What a statement writes that ends the literal, name or path in which it is hidden. */
const PLANT =
  "2026-01-01', NULL)) AS planted (a, b, c, d, e); COPY (SELECT 1) TO 'ROOT/planted.csv'; SELECT 1 --";

type Members = Record<string, unknown>;

/** A place in a manifest, by the list and the members that lead to it. */
const PLACES: readonly (readonly [place: string, set: (lake: WrittenLake, text: unknown) => void])[] = [
  ['the time of a snapshot', (lake, text) => change(lake.snapshots, (it) => (it['takenAt'] = text))],
  ['the name of a snapshot', (lake, text) => change(lake.snapshots, (it) => (it['name'] = text))],
  ['the name of a table', (lake, text) => change(lake.tables, (it) => (it['name'] = text))],
  ['the kind of a table', (lake, text) => change(lake.tables, (it) => (it['kind'] = text))],
  ['the columns of a table', (lake, text) => change(lake.tables, (it) => (it['columns'] = text))],
  ['the name of a column', (lake, text) => change(lake.tables, (it) => changeColumns(it, 'name', text))],
  ['the type of a column', (lake, text) => change(lake.tables, (it) => changeColumns(it, 'type', text))],
  ['the table of a partition', (lake, text) => change(lake.partitions, (it) => (it['table'] = text))],
  ['the account of a partition', (lake, text) => change(lake.partitions, (it) => (it['account'] = text))],
  ['the snapshot of a partition', (lake, text) => change(lake.partitions, (it) => (it['snapshot'] = text))],
  ['the rows of a partition', (lake, text) => change(lake.partitions, (it) => (it['rowCount'] = text))],
  ['the files of a partition', (lake, text) => change(lake.partitions, (it) => (it['files'] = text))],
  ['the path of a file', (lake, text) => change(lake.partitions, (it) => changePath(it, text))],
];

function change(items: readonly object[], set: (item: Members) => void): void {
  for (const item of items) {
    set(item as Members);
  }
}

function changeColumns(table: Members, member: string, text: unknown): void {
  change(table['columns'] as readonly object[], (column) => {
    column[member] = text;
  });
}

function changePath(partition: Members, text: unknown): void {
  change(partition['files'] as readonly object[], (file) => {
    file['path'] = text;
  });
}

/** Values that are no name, path, time or type of ours. */
const VALUES: readonly unknown[] = [
  PLANT,
  PLANT.replace("'))", '"'),
  "'",
  'quote"',
  '../../../etc/passwd',
  '/etc/passwd',
  'https://elsewhere.example/x.parquet',
  'issues/account=x/snapshot=y/../part-0001.parquet',
  'two words',
  null,
  { length: 1 },
  -1.5,
];

async function forge(set: (lake: WrittenLake, value: unknown) => void, value: unknown): Promise<void> {
  const lake: WrittenLake = JSON.parse(whole);
  set(lake, typeof value === 'string' ? value.replace('ROOT', root) : value);
  await writeFile(join(root, 'lake.json'), JSON.stringify(lake));
}

describe('a lake that someone else has changed', () => {
  it.each(PLACES)('is refused before anything of it runs: %s', async (_, set) => {
    for (const value of VALUES) {
      await forge(set, value);
      await expect(query('SELECT * FROM issues_states, lake_partitions, threads')).rejects.toMatchObject({
        code: 'lake-damaged',
      });
    }
    expect(await listAll()).toEqual(names);
  });

  it('runs no statement that is hidden in a time', async () => {
    await forge((lake, text) => {
      Object.assign(lake, {
        partitions: lake.partitions.filter(({ table }) => table === 'milestones').slice(0, 1),
      });
      change(lake.snapshots, (it) => {
        it['takenAt'] = text;
      });
    }, PLANT);
    await expect(query('SELECT * FROM lake_partitions')).rejects.toMatchObject({ code: 'lake-damaged' });
    expect(await listAll()).toEqual(names);
  });

  it('is refused if its manifest is of another kind, nested without end, or no file', async () => {
    const path = join(root, 'lake.json');
    const contents = [
      '[]',
      'null',
      '',
      '{"version":1}',
      whole.replace('"version": 1', '"version": 2'),
      whole.replace('"tables": [', `"tables": [${'['.repeat(100_000)}${']'.repeat(100_000)},`),
      whole.replace('"tables"', '"__proto__"'),
    ];
    for (const content of contents) {
      await writeFile(path, content);
      await expect(query('SELECT 1')).rejects.toMatchObject({ code: 'lake-damaged' });
    }
    await rm(path);
    expect(spawnSync('sh', ['-c', 'mkfifo "$0"', path]).status).toBe(0);
    await expect(query('SELECT 1')).rejects.toMatchObject({ code: 'lake-damaged' });
  });

  it('is refused if something in it is a link, to a file or a folder, for a query and for a sync', async () => {
    const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.parquet'));
    const [file = ''] = files;
    for (const path of [file, dirname(file), file.split('/')[0] ?? '']) {
      const elsewhere = join(home, 'elsewhere');
      await rename(join(root, path), elsewhere);
      await symlink(elsewhere, join(root, path));
      await expect(query('SELECT 1')).rejects.toThrow(`"${path}" is a link`);
      await expect(sync(dbPath)).rejects.toThrow(`"${path}" is a link`);
      await rm(join(root, path));
      await rename(elsewhere, join(root, path));
    }
    expect(await query('SELECT 1')).toBeDefined();
  });

  it('cannot make a query write, even inside the lake', async () => {
    const statements = [
      `COPY (SELECT 1) TO '${root}/planted.csv'`,
      `SELECT 1; COPY (SELECT 1) TO '${root}/planted.csv'`,
      `SELECT * FROM query('COPY (SELECT 1) TO ''${root}/planted.csv''')`,
      `ATTACH '${root}/planted.db'`,
      `EXPORT DATABASE '${root}/planted'`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO '${root}/planted.csv'`,
      'SET enable_external_access = true',
      "SELECT * FROM read_text('/etc/hostname')",
      'INSTALL httpfs',
    ];
    for (const sql of statements) {
      await expect(query(sql)).rejects.toMatchObject({ code: 'query-refused' });
    }
    expect(await listAll()).toEqual(names);
  });
});
