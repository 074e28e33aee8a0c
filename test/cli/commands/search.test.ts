import { beforeAll, describe, expect, it } from 'vitest';
import { QUALIFIERS } from '../../../src/search/qualifiers.table.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openSampleBench } from '../support/run-cli.ts';

let bench: CliBench;
let db: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
});

describe('satchel search', () => {
  it('writes tab-separated values into a pipe', async () => {
    const { status, out, err } = await bench.run(['search', 'is:merged', '--db', db]);
    const lines = out.trimEnd().split('\n');
    expect([status, err]).toEqual([0, '']);
    expect(lines[0]).toMatch(/^kind\trepo\tnumber\ttitle\tstate\tauthor\t/);
    expect(lines).toHaveLength(5);
    const found = await bench.run(['search', '日本語', '--db', db]);
    expect(found.out).toContain('日本語');
    expect(['\u001b', '[日本語', '*日本語'].filter((mark) => found.out.includes(mark))).toEqual([]);
  });

  it('writes chosen fields as JSON', async () => {
    const args = [
      'search',
      '"station parser"',
      '--db',
      db,
      '--json',
      '--fields',
      'number,snippet',
      '--limit',
      '1',
    ];
    const { out, err } = await bench.run(args);
    expect(JSON.parse(out)).toEqual([
      { number: 13, snippet: 'Make the station parser say what is wrong when a station has no name' },
    ]);
    const [, token = ''] =
      /^There are more results: continue with --after (1-[0-9a-f]{8})\.\n$/.exec(err) ?? [];
    const next = await bench.run([...args, '--after', token, '--quiet']);
    expect(JSON.parse(next.out)).toMatchObject([{ number: 2 }]);
    expect(next.err).toBe('');
  });

  it('draws a table with the text that fits below each result', async () => {
    const terminal = createRecordedContext({ terminalColumns: 70, env: { NO_COLOR: '1' } });
    await bench.run(['search', '日本語', '--db', db], terminal);
    const lines = terminal.out().trimEnd().split('\n');
    expect(lines[0]).toMatch(/^where +title +state +created$/);
    expect(lines[2]).toMatch(/^northquay.* 2023-11-07$/);
    expect(lines[3]).toMatch(/^ {4}.*\[日本語\]/);
    const bold = createRecordedContext({ terminalColumns: 70 });
    await bench.run(['search', '日本語', '--db', db], bold);
    expect(bold.out()).toContain('\u001b[1m日本語\u001b[22m');
  });

  it('sorts by --sort', async () => {
    const run = (sort: string) =>
      bench.run(['search', 'is:merged', '--db', db, '--sort', sort, '--fields', 'number', '--json']);
    const numbers = async (sort: string) =>
      JSON.parse((await run(sort)).out).map((row: { number: number }) => row.number);
    expect(await numbers('created-asc')).toEqual([2, 7, 11, 17]);
    expect(await numbers('created')).toEqual([17, 11, 7, 2]);
    expect(await numbers('newest')).toEqual([17, 11, 7, 2]);
    expect((await run('latest')).status).toBe(2);
  });

  it('says when nothing was found', async () => {
    expect(await bench.run(['search', 'xyzzy', '--db', db, '--json'])).toEqual({
      status: 0,
      out: '[]\n',
      err: 'No results.\n',
    });
  });

  it.each([
    [['is:opne'], 'Cannot search: at character 4, "opne" is not a value of is:'],
    [['(a'], 'at character 1, "(" is never closed'],
    [['a', '--fields', 'body'], 'Cannot write the field "body"'],
  ])('refuses %j', async (args, words) => {
    const { status, out, err } = await bench.run(['search', ...args, '--db', db]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  it('names the orders in its help, and the topic that describes every qualifier', async () => {
    const { out } = await bench.run(['search', '--help']);
    expect(out).toContain('comments-desc');
    expect(out).toContain('"satchel help searching"');
    const topic = await bench.run(['help', 'searching']);
    expect(Object.keys(QUALIFIERS).filter((name) => !topic.out.includes(`${name}:`))).toEqual([]);
    expect(topic.out).toContain('sort:comments-desc');
  });
});
