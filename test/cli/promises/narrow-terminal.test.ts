import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, it } from 'vitest';
import { CURRENT } from '../../house/samples.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openSampleBench } from '../support/run-cli.ts';

const COLUMNS = 80;
const SERVICE_COMMANDS = new Set(['events', 'notifications', 'rate-limit', 'export', 'backup']);

let bench: CliBench;
let db: string;
let vault: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
  vault = join(bench.directory, 'vault');
  expect((await bench.call(['backup', '--vault', vault])).status).toBe(0);
});

/** The output of a command on a terminal of 80 columns. */
async function shown(args: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const terminal = createRecordedContext({ terminalColumns: COLUMNS });
  const isOfService = SERVICE_COMMANDS.has(args[0] ?? '') && args[1] !== 'feeds';
  const run = isOfService ? bench.call : bench.run;
  await run(args, { stdout: terminal.stdout, stderr: terminal.stderr });
  return { out: terminal.out(), err: terminal.err() };
}

/** Cannot be wrapped: a label and one long word, such as a path; or an example of a command line. */
const UNBREAKABLE = /^\s*(?:\S+(?: \S+){0,2}\s{2,})?\S+$|^ {2}\$ /;

/** Lines that are too long for the terminal, although they could have been wrapped at a space. */
function brokenLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1)) // Progress lines are overwritten.
    .filter((line) => stringWidth(line) > COLUMNS && !UNBREAKABLE.test(line));
}

describe('a terminal of 80 columns', () => {
  it.each([
    [['inspect', CURRENT]],
    [['verify', CURRENT]],
    [['tables', '--db', 'DB']],
    [['search', 'station', '--db', 'DB']],
    [['query', 'select * from issues limit 2', '--db', 'DB']],
    [['permissions', '--permission', 'Events']],
    [['events', 'feeds']],
    [['events', 'list']],
    [['notifications', 'list']],
    [['rate-limit']],
    [['export', 'list']],
    [['backup', '--vault', 'VAULT']],
    [['vault', 'check', '--vault', 'VAULT']],
    [['vault', 'forget', '--keep-last', '1', '--dry-run', '--vault', 'VAULT']],
    [['query', '--help']],
  ])('breaks no line of %j within a word', async (args) => {
    const { out, err } = await shown(args.map((arg) => ({ DB: db, VAULT: vault })[arg] ?? arg));
    expect(out).not.toBe('');
    expect(brokenLines(out + err)).toEqual([]);
  });

  it.each([
    [['rate-limit'], /^resource +limit +used +remaining +reset_in$|^resource +limit +remaining +reset_in$/],
    [['events', 'list'], /^created_at +type +(actor +)?repo/],
    [['notifications', 'list'], /^id .*updated_at +repo .*title$/],
    [['export', 'list'], /^ *id +state +created_at/],
    [['events', 'feeds'], /^feed +flags +holds$/],
    [['tables', '--db', 'DB'], /^name +(kind +)?rows +words$/],
  ])('keeps %j a table', async (args, heading) => {
    const { out } = await shown(args.map((arg) => (arg === 'DB' ? db : arg)));
    expect(out.split('\n')[0]).toMatch(heading);
  });

  it('keeps the number of a thread in each result of a search', async () => {
    const { out } = await shown(['search', 'station', '--db', db]);
    const [, , ...lines] = out.trimEnd().split('\n');
    const places = lines.filter((line) => !line.startsWith(' '));
    expect(places.length).toBeGreaterThan(3);
    expect(places.filter((line) => !/^[\w-]+\/\w+(?:#\d+| \w+) {2}/.test(line))).toEqual([]);
  });

  it.each([
    [['search', 'zzyzx', '--db', 'DB'], '', 'No results.\n'],
    [['search', 'zzyzx', '--fields', 'url', '--db', 'DB'], '', 'No results.\n'],
    [['query', 'select * from issues where 0', '--db', 'DB'], 'No rows\n', ''],
    [['notifications', 'list', '--since', '2100-01-01T00:00:00Z'], 'No notifications\n', ''],
  ])('draws no table without rows: %j', async (args, out, err) => {
    expect(await shown(args.map((arg) => (arg === 'DB' ? db : arg)))).toEqual({ out, err });
  });

  it('shows the age of an old backup in years', async () => {
    const old = join(bench.directory, 'old');
    const archive = fileURLToPath(new URL('../../../samples/2019.tar.gz', import.meta.url));
    await bench.run(['vault', 'import', '--vault', old, archive]);
    expect((await shown(['status', '--vault', old])).out).toContain('2019-11-01T00:00:00Z, 6 years ago');
  });

  it('shows times of a migration in whole seconds', async () => {
    const [migration] = JSON.parse((await bench.call(['export', 'list', '--json'])).out);
    const { out } = await shown(['export', 'status', String(migration.id)]);
    expect(out).toMatch(/ {2}created {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/);
    expect(out).toMatch(/kept until about \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, unless/);
  });
});
