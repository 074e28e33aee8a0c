import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CliBench, openSampleBench } from '../support/run-cli.ts';

let bench: CliBench;
let db: string;
let lake: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
  lake = join(bench.directory, 'lake');
  expect((await bench.run(['lake', 'sync', '--db', db, '--output', lake])).status).toBe(0);
});

describe('satchel lake sync', () => {
  it('prints the place on stdout, and on stderr what it wrote', async () => {
    const output = join(bench.directory, 'other');
    const first = await bench.run(['lake', 'sync', '--db', db, '--output', output]);
    expect([first.status, first.out]).toEqual([0, `${output}\n`]);
    expect(first.err).toMatch(/^Wrote 1 new snapshot in \d+ files, /);
    const second = await bench.run(['lake', 'sync', '--db', db, '--output', output]);
    expect(second.err).toMatch(/^The lake is up to date: [\d,]+ rows in /);
  });

  it('reports as JSON', async () => {
    const { out } = await bench.run(['lake', 'sync', '--db', db, '--output', lake, '--json']);
    expect(JSON.parse(out)).toMatchObject({ message_type: 'summary', snapshots: 1, new_snapshots: 0 });
  });

  it('refuses a folder with other files, and a missing output', async () => {
    const refused = await bench.run(['lake', 'sync', '--db', db, '--output', bench.directory]);
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('it contains other files')]);
    expect((await bench.run(['lake', 'sync', '--db', db])).status).toBe(2);
  });
});

describe('satchel query --lake', () => {
  it('prints the same rows as for a store', async () => {
    const sql = 'select repo, number, title, author, state, created_at from issues order by repo, number';
    const stored = await bench.run(['query', sql, '--db', db, '--json']);
    const read = await bench.run(['query', sql, '--lake', lake, '--json']);
    expect([read.status, read.err]).toEqual([0, '']);
    expect(JSON.parse(read.out)).toEqual(JSON.parse(stored.out));
  });

  it('runs saved queries with parameters', async () => {
    const args = ['query', 'most-discussed-threads', '-p', 'rows=3', '--json'];
    const stored = await bench.run([...args, '--db', db]);
    const read = await bench.run([...args, '--lake', lake]);
    expect(JSON.parse(read.out)).toEqual(JSON.parse(stored.out));
    expect(JSON.parse(read.out)).toHaveLength(3);
  });

  it('binds parameters with a dollar sign, and ends with a warning at a limit', async () => {
    const sql = 'select $who as who from range(5)';
    const { status, out } = await bench.run([
      'query',
      sql,
      '-p',
      'who=mira',
      '--lake',
      lake,
      '--csv',
      '--max-rows',
      '2',
    ]);
    expect([status, out]).toEqual([3, 'who\r\nmira\r\nmira\r\n']);
  });

  it.each([
    [['select 1', '--snapshot', '1'], 'usage: TABLE_states'],
    [["copy (select 1) to 'x'"], 'COPY is not allowed'],
    [['select nothing from issues'], 'nothing'],
  ])('refuses %j', async (args, words) => {
    const { status, err } = await bench.run(['query', ...args, '--lake', lake]);
    expect(status).toBe(2);
    expect(err).toContain(words.replace(/^usage: /, ''));
  });

  it('says what is not a lake', async () => {
    const { status, err } = await bench.run(['query', 'select 1', '--lake', bench.directory]);
    expect([status, err]).toEqual([10, expect.stringContaining('it is not a lake')]);
  });
});

describe('satchel query --show --dialect', () => {
  it('prints a saved query for another engine', async () => {
    const { status, out } = await bench.run([
      'query',
      'merge-time-by-month',
      '--show',
      '--dialect',
      'clickhouse',
    ]);
    expect(status).toBe(0);
    expect(out).toMatch(/^-- How long pull requests wait/);
    expect(out).toContain("formatDateTime(merged_at, '%Y-%m', 'UTC')");
  });

  it('says why an engine cannot run one', async () => {
    const args = ['query', 'most-reacted', '--show', '--dialect', 'clickhouse'];
    const { status, err } = await bench.run(args);
    expect(status).toBe(2);
    expect(err).toContain('Cannot write the query "most-reacted" for ClickHouse: ClickHouse has no function');
  });
});
