import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withPublicStore } from '../../src/app/store-at-snapshot.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSystemRandom } from '../../src/base/random.ts';
import { type CliBench, openCliBench } from '../cli/support/run-cli.ts';
import { writeArchiveFolder } from '../cli/support/write-archive-folder.ts';
import { batchOf } from '../store/support/archive-text.ts';
import { writeStore } from '../store/support/write-store.ts';

let bench: CliBench;
let db: string;
let temporary: string;

beforeAll(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
  temporary = join(bench.directory, 'temporary');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary); // Other tests that run now use the usual one.
  db = join(bench.directory, 'work.db');
  const early = await writeArchiveFolder(join(bench.directory, 'early'), 5, [
    { number: 1, title: 'Old heron', body: '' },
    { number: 2, title: 'Goes', body: '' },
  ]);
  const late = await writeArchiveFolder(join(bench.directory, 'late'), 9, [
    { number: 1, title: 'New heron', body: '' },
    { number: 3, title: 'Comes', body: '' },
  ]);
  expect((await bench.run(['load', early, late, '--db', db])).status).toBe(0);
});

afterAll(() => void vi.unstubAllEnvs());

/** A copy of an extracted archive with its repository renamed. */
async function renamedCopy(folder: string, suffix = ''): Promise<string> {
  const copy = `${folder}-renamed${suffix}`;
  await mkdir(copy);
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    const renamed = text
      .replaceAll('acme/app', 'acme/renamed')
      .replaceAll('"name":"app"', '"name":"renamed"');
    await writeFile(join(copy, name), renamed);
  }
  return copy;
}

describe('--snapshot', () => {
  it('has query answer from the store as it was', async () => {
    const sql = 'SELECT number, title FROM issues ORDER BY number';
    const old = await bench.run(['query', sql, '--db', db, '--snapshot', '1', '--tsv']);
    expect([old.status, old.out]).toEqual([0, 'number\ttitle\n1\tOld heron\n2\tGoes\n']);
    const now = await bench.run(['query', sql, '--db', db, '--snapshot', 'latest', '--tsv']);
    expect(now.out).toBe('number\ttitle\n1\tNew heron\n3\tComes\n');
    expect(await readdir(temporary)).toEqual([]);
  });

  it.each([
    ['the flag', ['heron', '--snapshot', 'previous']],
    ['the qualifier', ['heron', 'snapshot:1']],
  ])('has search find what was there, by %s', async (_, words) => {
    const { status, out, err } = await bench.run(['search', ...words, '--db', db, '--fields', 'title']);
    expect([status, out, err]).toEqual([0, 'title\nOld heron\n', '']);
  });

  it('has dump write the store as it was', async () => {
    const output = join(bench.directory, 'old.csv');
    const args = ['dump', 'csv', '--table', 'issues', '--db', db, '--snapshot', '1', '--output', output];
    expect((await bench.run(args)).status).toBe(0);
    const text = await readFile(output, 'utf8');
    expect(text).toContain('Old heron');
    expect(text).not.toContain('Comes');
  });

  it('names the snapshots that there are', async () => {
    const { status, err } = await bench.run(['query', 'SELECT 1', '--db', db, '--snapshot', '7']);
    expect(status).toBe(10);
    expect(err).toMatch(
      /^satchel: Cannot find snapshot "7" in ".*work\.db": it has 1 \(\d{4}-\d\d-\d\d\), 2 \(\d{4}-\d\d-\d\d\)/,
    );
  });
});

describe('load --complete', () => {
  it('removes the repositories that the archive lacks', async () => {
    const other = join(bench.directory, 'other.db');
    const issue = { number: 1, title: 'Kept', body: '' };
    const both = await writeArchiveFolder(join(bench.directory, 'both'), 5, [issue]);
    expect((await bench.run(['load', both, '--db', other])).status).toBe(0);
    const rename = await renamedCopy(both);
    const count = async () =>
      (await bench.run(['query', 'SELECT repo FROM repositories ORDER BY 1', '--db', other, '--tsv'])).out;
    const args = ['load', rename, '--db', other, '--taken-at', '2026-02-01'];
    expect((await bench.run(args)).status).toBe(0);
    expect(await count()).toBe('repo\nacme/app\nacme/renamed\n');
    const list = ['repo', 'list', '--db', other, '--sort', 'name', '--json=repo,last_seen_at,is_in_newest'];
    expect(JSON.parse((await bench.run(list)).out)).toEqual([
      { repo: 'acme/app', last_seen_at: '2026-01-05T00:00:00Z', is_in_newest: false },
      { repo: 'acme/renamed', last_seen_at: '2026-02-01T00:00:00Z', is_in_newest: true },
    ]);
    const view = async (name: string) => (await bench.run(['repo', 'view', name, '--db', other])).out;
    expect(await view('acme/app')).toMatch(
      /^Last seen: in the snapshot of 2026-01-05 .*; not in the newest$/m,
    );
    expect(await view('acme/renamed')).not.toContain('Last seen');
    const complete = [
      'load',
      await renamedCopy(both, '-again'),
      '--db',
      other,
      '--taken-at',
      '2026-03-01',
      '--complete',
    ];
    expect(await bench.run(complete)).toMatchObject({ status: 0, err: expect.stringContaining('Loaded') });
    expect(await count()).toBe('repo\nacme/renamed\n');
    const sightings = 'SELECT repo, last_seen_at FROM repository_sightings ORDER BY 1';
    expect((await bench.run(['query', sightings, '--db', other, '--tsv'])).out).toMatch(
      /^repo\tlast_seen_at\nacme\/app\t.*\nacme\/renamed\t2026-03-01T00:00:00Z\n$/,
    );
  });
});

describe('withPublicStore()', () => {
  it('lets others have their turn, and ends with the signal', async () => {
    const path = join(bench.directory, 'many.db');
    const origin = 'https://service.example/acme/open';
    const issues = Array.from({ length: 2_000 }, (_, index) => ({
      url: `${origin}/issues/${index}`,
      repository: origin,
      title: 'One of many',
    }));
    await writeStore(path, [
      batchOf('repository', [{ url: origin, name: 'open', private: false }]),
      batchOf('issue', issues),
    ]);
    const stop = new AbortController();
    const context = { clock: createDrivenClock(0), random: createSystemRandom(), signal: stop.signal };
    const use = () => expect.unreachable();
    const choices = { hasGit: false, hasPseudonyms: false };
    const publishing = withPublicStore(path, {
      ...{ context, use, ...choices },
      onNote: () => expect.unreachable(),
    });
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(publishing).rejects.toThrow('enough');
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says what it left out, single things too, and leaves nothing behind', async () => {
    const path = join(bench.directory, 'mixed.db');
    const origin = 'https://service.example/acme';
    await writeStore(path, [
      batchOf('repository', [
        { url: `${origin}/open`, name: 'open', private: false },
        { url: `${origin}/closed`, name: 'closed', private: true },
      ]),
      batchOf('issue', [
        { url: `${origin}/closed/issues/1`, repository: `${origin}/closed`, title: 'Secret' },
      ]),
    ]);
    const notes: string[] = [];
    const context = { clock: createDrivenClock(0), random: createSystemRandom() };
    const onNote = (text: string) => notes.push(text);
    const use = async (copy: string) => copy;
    const copy = await withPublicStore(path, { context, onNote, hasGit: false, hasPseudonyms: false, use });
    expect(notes).toEqual([
      expect.stringMatching(
        /^Published only what is public: 1 repository, not 1 private\. Left out 1 repository, 1 issue$/,
      ),
    ]);
    expect(copy.startsWith(temporary)).toBe(true);
    expect(await readdir(temporary)).toEqual([]);
  });
});
