import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

const SAMPLE = fileURLToPath(new URL('../../../samples/current.tar.gz', import.meta.url));
const ISSUES = 'select repo, number, title, author, state from issues order by number limit 5';

let bench: CliBench;
let db: string;

beforeAll(async () => {
  bench = await openCliBench();
  db = join(bench.directory, 'sample.db');
  expect((await bench.run(['load', SAMPLE, '--db', db])).status).toBe(0);
});

afterAll(async () => {
  await bench.close();
});

describe('satchel query', () => {
  it('prints a table for people', async () => {
    const { status, out } = await bench.run(['query', ISSUES, '--db', db]);
    expect(status).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^repo +number +title +author +state$/);
    expect(lines).toHaveLength(7);
  });

  it('prints the same rows as JSON and CSV', async () => {
    const json = JSON.parse((await bench.run(['query', ISSUES, '--db', db, '--json'])).out);
    expect(json).toHaveLength(5);
    expect(Object.keys(json[0])).toEqual(['repo', 'number', 'title', 'author', 'state']);
    const csv = (await bench.run(['query', ISSUES, '--db', db, '--csv'])).out.split('\r\n');
    expect(csv[0]).toBe('repo,number,title,author,state');
    expect(csv[1]).toContain(String(json[0].number));
  });

  it('binds parameters', async () => {
    const sql = 'select :word as word, :other as other';
    const { out } = await bench.run([
      'query',
      sql,
      '--db',
      db,
      '-p',
      "word=it's",
      '-p',
      'other=a=b',
      '--json',
    ]);
    expect(JSON.parse(out)).toEqual([{ word: "it's", other: 'a=b' }]);
    expect((await bench.run(['query', sql, '--db', db, '-p', 'word'])).status).toBe(2);
  });

  it.each([
    ['delete from issues', 'DELETE is not allowed'],
    ["attach 'other.db' as other", 'ATTACH is not allowed'],
    ['select * from nowhere', 'no such table'],
    ['selekt 1', ''],
    ['', 'no statement'],
  ])('refuses %j', async (sql, words) => {
    const { status, err, out } = await bench.run(['query', sql, '--db', db]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  it('names the store that is missing or none', async () => {
    const none = join(bench.directory, 'none.db');
    expect(await bench.run(['query', 'select 1', '--db', none])).toMatchObject({ status: 10, out: '' });
    const text = join(bench.directory, 'text.db');
    await writeFile(text, 'this is no database, but it is long enough to look at'.repeat(40));
    const result = await bench.run(['query', 'select 1', '--db', text]);
    expect(result.status).toBe(10);
    expect(result.err).toContain('text.db');
  });

  it('lists the tables', async () => {
    const tables = JSON.parse((await bench.run(['tables', '--db', db, '--json'])).out);
    expect(tables.find((table: { name: string }) => table.name === 'issues')).toMatchObject({
      kind: 'table',
    });
    expect(tables.find((table: { name: string }) => table.name === 'threads')).toMatchObject({
      kind: 'view',
    });
  });
});
