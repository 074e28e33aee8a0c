import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { type CliBench, openSampleBench } from '../support/run-cli.ts';

let bench: CliBench;
let db: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
});

describe('satchel dump', () => {
  it('prints the place on stdout, and on stderr what was written and how to leave texts alone', async () => {
    const output = join(bench.directory, 'tables');
    const { status, out, err } = await bench.run(['dump', 'csv', '--db', db, '--output', output]);
    expect([status, out]).toEqual([0, `${output}\n`]);
    expect(err).toMatch(/^Wrote \d+ rows in \d+ files, /);
    expect(err).toContain('--no-formula-guard');
    const plain = ['dump', 'csv', '--db', db, '--output', output, '--force', '--no-formula-guard'];
    expect((await bench.run(plain)).err).not.toContain('apostrophe');
    expect(await readFile(join(output, 'users.csv'), 'utf8')).toContain(',@harrowgate-tools,');
  });

  it('reports as JSON what it wrote', async () => {
    const output = join(bench.directory, 'issues.csv');
    const args = ['dump', 'csv', '--table', 'issues', '--db', db, '--output', output, '--json'];
    const report = JSON.parse((await bench.run(args)).out);
    expect(report).toMatchObject({ message_type: 'summary', format: 'csv', output, file_count: 1 });
    expect(report.tables).toEqual([
      { name: 'issues', row_count: 18, file: '', size_bytes: report.size_bytes },
    ]);
  });

  it('writes a single table to standard output', async () => {
    const args = ['dump', 'ndjson', '--table', 'threads', '--db', db, '--output', '-'];
    const { status, out } = await bench.run(args);
    expect(status).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toHaveLength(30);
  });

  it('writes Markdown of a repository', async () => {
    const output = join(bench.directory, 'notes');
    const repository = 'northquay-works/ferrylight';
    const args = ['dump', 'markdown', '--repository', repository, '--db', db, '--output', output, '--json'];
    const { documents } = JSON.parse((await bench.run(args)).out);
    expect(documents).toMatchObject({ issue: 10, pull_request: 7, discussion: 3, release: 12 });
    expect(await readFile(join(output, repository, 'issues', '13.md'), 'utf8')).toContain(
      '](../attachments/',
    );
  });

  it('writes for a forge to the path after the format, and says what became of each kind', async () => {
    const output = join(bench.directory, 'moved');
    const withGit = { env: { PATH: process.env['PATH'] ?? '' }, clock: createSystemClock() };
    const { status, out, err } = await bench.run(['dump', 'forge', output, '--db', db], withGit);
    expect([status, out, err.split('\n').at(-2)]).toEqual([
      0,
      `${output}\n`,
      expect.stringMatching(/^Wrote/),
    ]);
    expect(err).toMatch(/^issues +18 of 18$/m);
    expect(err).toMatch(/^discussions +0 of 3 +left out 3: a forge has none/m);
    const args = ['dump', 'forge', output, '--force', '--discussions', '--db', db, '--json'];
    const { kinds } = JSON.parse((await bench.run(args, withGit)).out);
    expect(kinds).toContainEqual({ kind: 'discussions', count: 3, written: 3, left_out: [] });
  });

  it('gives a forge the accounts of a file, and only the repositories that are asked for', async () => {
    const users = join(bench.directory, 'users.txt');
    await writeFile(users, '# old new\nyaryna-vitrolom yaryna\n');
    const withGit = { env: { PATH: process.env['PATH'] ?? '' }, clock: createSystemClock() };
    for (const chosen of [
      ['--account', 'yaryna-vitrolom'],
      ['--repository', 'yaryna-vitrolom/tidewatch'],
    ]) {
      const output = join(bench.directory, `moved${chosen[0]}`);
      const args = ['dump', 'forge', output, '--db', db, '--map-users', users, ...chosen];
      expect((await bench.run(args, withGit)).status).toBe(0);
      expect((await readdir(output)).filter((name) => !name.startsWith('.'))).toEqual(['yaryna-vitrolom']);
      const issues = await readFile(join(output, 'yaryna-vitrolom/tidewatch/issue.yml'), 'utf8');
      expect(issues).toMatch(/poster_name: "?yaryna"?\n/);
      expect(issues).not.toMatch(/poster_name: "?yaryna-vitrolom/);
    }
    await writeFile(users, 'yaryna-vitrolom\n');
    const args = ['dump', 'forge', join(bench.directory, 'none'), '--db', db, '--map-users', users];
    const { status, err } = await bench.run(args, withGit);
    expect([status, err]).toEqual([2, expect.stringContaining('line 1')]);
  });

  it.each([
    ['two places', ['dump', 'csv', 'x', '--output', 'y'], 'two outputs were named'],
    ['an option of forges', ['dump', 'csv', 'x', '--discussions'], 'they are for forges'],
    ['no address', ['dump', 'forge', 'x', '--rewrite-links', 'example'], 'not the address of a forge'],
    ['no place', ['dump', 'csv'], 'no output was named'],
    ['an unknown format', ['dump', 'xlsx', '--output', 'x'], 'one of csv'],
    ['all tables on standard output', ['dump', 'json', '--output', '-'], 'into one file'],
    ['a report beside the dump', ['dump', 'json', '--table', 'users', '--output', '-', '--json'], 'report'],
    [
      'Markdown of tables',
      ['dump', 'markdown', '--table', 'users', '--output', 'x'],
      'it is a folder of documents',
    ],
    [
      'a secret table in public',
      ['dump', 'csv', '--public', '--table', 'user_emails', '--output', 'x'],
      'public',
    ],
  ])('refuses %s', async (_name, args, words) => {
    const { status, err } = await bench.run([...args, '--db', db]);
    expect(status).toBe(2);
    expect(err).toContain(words);
  });

  it('explains the formats and the guard in its help', async () => {
    const { out } = await bench.run(['dump', '--help']);
    expect(out).toContain('one file per issue, pull request, release and discussion');
    expect(out).toContain('--no-formula-guard');
  });
});
