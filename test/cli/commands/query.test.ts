import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openSampleBench } from '../support/run-cli.ts';

const ISSUES = 'select repo, number, title, author, state from issues order by number limit 5';

let bench: CliBench;
let db: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
});

describe('satchel query', () => {
  it('prints a table for people', async () => {
    const { stdout, out: shown } = createRecordedContext({ terminalColumns: 120 });
    const { status } = await bench.run(['query', ISSUES, '--db', db], { stdout });
    const out = shown();
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

  it('accepts the format names of sqlite-utils', async () => {
    const args = ['query', ISSUES, '--db', db];
    const outOf = async (...flags: readonly string[]) => (await bench.run([...args, ...flags])).out;
    expect(await outOf('--nl')).toBe(await outOf('--ndjson'));
    expect(await outOf('--fmt', 'github')).toBe(await outOf('--markdown'));
    expect(await outOf('--fmt', 'table')).toMatch(/^repo +number .*\n─+ /);
    expect(await outOf()).toMatch(/^repo\tnumber\t/);
    const { status, err } = await bench.run([...args, '--nl', '--fmt', 'csv']);
    expect(err).toContain('Cannot write rows with --nl and --fmt at once');
    expect(status).toBe(2);
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

  it('names the nearest column or table', async () => {
    const { status, err } = await bench.run(['query', 'select titel from issues', '--db', db]);
    expect(status).toBe(2);
    expect(err).toContain('no such column: titel. Did you mean "title"?');
  });

  it.each([
    [
      '--json',
      '[\n  {"big": 9223372036854775807, "endless": 9e999, "bytes": {"$base64":true,"encoded":"AP8="}, "none": null}\n]\n',
    ],
    [
      '--ndjson',
      '{"big": 9223372036854775807, "endless": 9e999, "bytes": {"$base64":true,"encoded":"AP8="}, "none": null}\n',
    ],
    ['--csv', 'big,endless,bytes,none\r\n9223372036854775807,Infinity,AP8=,\r\n'],
    ['--tsv', 'big\tendless\tbytes\tnone\n9223372036854775807\tInfinity\tAP8=\t\n'],
    [
      '--markdown',
      '| big | endless | bytes | none |\n| --- | --- | --- | --- |\n| 9223372036854775807 | Infinity | <2 bytes> |  |\n',
    ],
    ['--raw', '9223372036854775807'],
  ])('writes values that JavaScript has no number for with %s', async (flag, text) => {
    const sql = "select 9223372036854775807 as big, 9e999 as endless, x'00ff' as bytes, null as none";
    expect(await bench.run(['query', sql, '--db', db, flag])).toMatchObject({ status: 0, out: text });
  });

  it('writes bytes as they are with --raw', async () => {
    const context = createRecordedContext();
    const chunks: Buffer[] = [];
    context.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await bench.run(['query', "select x'00ff80'", '--db', db, '--raw'], context);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from([0, 255, 128]));
  });

  it('says with exit status 3 that an answer was cut', async () => {
    const sql = 'select number from issues order by id';
    const cut = await bench.run(['query', sql, '--db', db, '--csv', '--max-rows', '2']);
    expect([cut.status, cut.out.split('\r\n').length]).toEqual([3, 4]);
    expect(cut.err).toContain('The result is incomplete: it ends after 2 rows. Raise --max-rows for more.');
    const endless =
      'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n where i < 0';
    const late = await bench.run(['query', endless, '--db', db, '--json', '--timeout', '500ms']);
    expect([late.status, late.out]).toEqual([3, '[]\n']);
    expect(late.err).toContain('it ends after 0.5 s. Raise --timeout for more.');
  });

  it('ends with 130 when it is interrupted', async () => {
    const context = createRecordedContext();
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n';
    context.stdout.once('data', () => context.controller.abort(new Error('Interrupted by SIGINT')));
    const { status } = await bench.run(['query', endless, '--db', db, '--csv'], context);
    expect(status).toBe(130);
  });

  it.each([
    [['--json', '--csv'], '--json and --csv'],
    [['--csv', '--fmt', 'json'], '--csv and --fmt'],
    [['-q', '.[0].title', '--csv'], '--jq and --csv'],
    [['--jq', '.', '--raw'], '--jq and --raw'],
  ])('refuses %j before it starts a process', async (flags, named) => {
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = processes();
    const { status, err, out } = await bench.run(['query', ISSUES, '--db', db, ...flags]);
    expect(processes()).toBeLessThanOrEqual(before); // Those of earlier tests may end meanwhile.
    expect(err).toBe(`satchel: Cannot write rows with ${named} at once. Choose one format.\n`);
    expect([status, out.includes('"title"')]).toEqual([2, false]);
  });

  it('lists, shows and runs the saved queries', async () => {
    const list = JSON.parse((await bench.run(['query', '--list', '--json'])).out);
    expect(list).toContainEqual({
      name: 'stale-pull-requests',
      answers: 'Open pull requests without recent activity',
      parameters: 'repo= days=30 rows=20',
    });
    const shown = await bench.run(['query', 'stale-pull-requests', '--show']);
    expect(shown.out).toContain('-- :days ');
    const run = await bench.run(['query', 'stale-pull-requests', '-p', 'days=400', '--db', db, '--json']);
    expect(JSON.parse(run.out)).toHaveLength(2);
    const wrong = await bench.run(['query', 'stale-pulls', '--db', db]);
    expect([wrong.status, wrong.err.includes('satchel query --list')]).toEqual([2, true]);
    expect((await bench.run(['query', '--db', db])).status).toBe(2);
  });

  it('accepts the repository of a saved query in any case, and none that is not in the store', async () => {
    const ask = async (repo: string) =>
      await bench.run(['query', 'open-issues-by-age', '-p', `repo=${repo}`, '--db', db, '--csv']);
    const asked = await ask('yaryna-vitrolom/tidewatch');
    expect(asked.out.split('\r\n').length).toBeGreaterThan(2);
    expect((await ask('Yaryna-Vitrolom/TIDEWATCH')).out).toBe(asked.out);
    const wrong = await ask('yaryna-vitrolom/tidewotch');
    expect([wrong.status, wrong.out]).toEqual([10, '']);
    expect(wrong.err).toContain('Did you mean yaryna-vitrolom/tidewatch?');
  });

  it('lists the tables with their rows and words', async () => {
    const tables = JSON.parse((await bench.run(['tables', '--db', db, '--json'])).out);
    const find = (name: string) => tables.find((table: { name: string }) => table.name === name);
    expect(find('issues')).toMatchObject({
      kind: 'table',
      rows: 18,
      words: 'Issues. Pull requests are in a table of their own',
    });
    expect(find('threads')).toMatchObject({ kind: 'view', rows: null });
  });
});
