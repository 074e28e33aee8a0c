import { cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeCapture } from '../../../src/store/write-capture.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';
import { issueUrl, writeArchiveFolder } from '../support/write-archive-folder.ts';

const SAMPLES = fileURLToPath(new URL('../../fixtures/archives', import.meta.url));

let bench: CliBench;
let early: string;
let late: string;
let db: string;

beforeEach(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
  db = join(bench.directory, 'work.db');
  early = await writeArchiveFolder(join(bench.directory, 'early'), 5, [
    { number: 1, title: 'Stays', body: '' },
    { number: 2, title: 'Old title', body: 'one\ntwo\nthree' },
    { number: 3, title: 'Goes', body: '' },
  ]);
  late = await writeArchiveFolder(join(bench.directory, 'late'), 9, [
    { number: 1, title: 'Stays', body: '' },
    { number: 2, title: 'New title', body: 'one\n2\nthree' },
    { number: 4, title: 'Comes', body: '' },
  ]);
});

const WORDS = `kind   repo      added  changed  vanished  returned
─────  ────────  ─────  ───────  ────────  ────────
issue  acme/app      1        1         1         0

changed issue ${issueUrl(2)}
  "New title" by mira
  title: "Old title" → "New title"
  body:
    @@ -1,3 +1,3 @@
     one
    -two
    +2
     three

vanished issue ${issueUrl(3)}
  "Goes" by mira

added issue ${issueUrl(4)}
  "Comes" by mira
`;

const OBJECT = {
  counts: [{ kind: 'issue', repo: 'acme/app', added: 1, changed: 1, vanished: 1, returned: 0 }],
  records: [
    {
      kind: 'issue',
      url: issueUrl(2),
      repo: 'acme/app',
      change: 'changed',
      fields: [
        { pointer: '/title', before: '"Old title"', after: '"New title"' },
        {
          pointer: '/body',
          before: '"one\\ntwo\\nthree"',
          after: '"one\\n2\\nthree"',
          diff: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
        },
      ],
    },
    { kind: 'issue', url: issueUrl(3), repo: 'acme/app', change: 'vanished' },
    { kind: 'issue', url: issueUrl(4), repo: 'acme/app', change: 'added' },
  ],
};

/** Renames the repository in an extracted archive. */
async function renameRepository(folder: string): Promise<string> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtime } = await stat(path);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replaceAll('acme/app', 'acme/ship').replaceAll('"name":"app"', '"name":"ship"'),
    );
    await utimes(path, mtime, mtime);
  }
  return folder;
}

/** Captures one event for each name of a repository. */
async function noteEvents(path: string, names: readonly string[]): Promise<void> {
  const records = names.map((name, at) => ({
    id: String(at),
    type: 'PushEvent',
    actor: { id: 1, login: 'mira' },
    repo: { id: 42, name },
    payload: {},
    public: true,
    created_at: `2026-01-0${at + 5}T00:00:00Z`,
  }));
  await writeCapture(path, {
    name: 'events',
    feed: 'user',
    service: 'https://api.service.example/',
    seenAtMs: Date.UTC(2026, 0, 9),
    records,
  });
}

describe('satchel diff', () => {
  it('compares two snapshots of a store, by number and by place', async () => {
    expect((await bench.run(['load', early, late, '--db', db])).status).toBe(0);
    const { status, out } = await bench.run(['diff', 'previous', 'latest', '--db', db]);
    expect(status).toBe(0);
    expect(out).toBe(
      `From early, taken 2026-01-05T00:00:00Z\nto   late, taken 2026-01-09T00:00:00Z\n\n${WORDS}`,
    );
    expect((await bench.run(['diff', '1', '2', '--db', db])).out).toBe(out);
  });

  it('shows a renamed repository as such, and of its records only what else differs', async () => {
    const renamed = await renameRepository(late);
    expect((await bench.run(['load', early, '--db', db])).status).toBe(0);
    expect((await bench.run(['load', renamed, '--db', db])).status).toBe(0);
    const strangers = await bench.run(['diff', '1', '2', '--db', db, '--counts']);
    expect(strangers.out).toMatch(/^issue +acme\/ship +3 /m);
    await noteEvents(db, ['acme/app', 'acme/ship']);
    const { out } = await bench.run(['diff', '1', '2', '--db', db]);
    const ship = (number: number) => issueUrl(number).replace('acme/app', 'acme/ship');
    expect(out).toContain('Renamed acme/app to acme/ship: 1 record without other differences\n');
    expect(out).toMatch(/^issue +acme\/ship +1 +1 +0 +0$/m);
    expect(out).toContain(
      `changed issue ${ship(2)}\n  "New title" by mira\n  title: "Old title" → "New title"\n`,
    );
    expect(out).toContain(`added issue ${ship(4)}\n`);
    expect(out).toContain('  name: "app" → "ship"\n');
    expect(out).not.toContain(ship(1));
    const back = JSON.parse((await bench.run(['diff', '2', '1', '--db', db, '--json'])).out);
    expect(back.renames).toEqual([{ from: 'acme/ship', to: 'acme/app', records: 1 }]);
    expect(back.counts).toContainEqual(
      expect.objectContaining({ kind: 'issue', repo: 'acme/app', added: 0, changed: 1, vanished: 0 }),
    );
  });

  it('compares archives, in any order, without a store, and leaves nothing behind', async () => {
    const temporary = join(bench.directory, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary); // Other tests that run now use the usual one.
    onTestFinished(() => void vi.unstubAllEnvs());
    const forward = await bench.run(['diff', early, late, '--json']);
    expect(forward.status).toBe(0);
    expect(JSON.parse(forward.out)).toMatchObject(OBJECT);
    const backward = await bench.run(['diff', late, early, '--counts']);
    expect(backward.out).toContain('acme/app      1        1         1         0');
    expect(await readdir(temporary)).toEqual([]);
  });

  it('compares a store with an archive, and a store with a store', async () => {
    await bench.run(['load', early, '--db', db]);
    expect(JSON.parse((await bench.run(['diff', db, late, '--json'])).out)).toMatchObject(OBJECT);
    const other = join(bench.directory, 'other.db');
    await bench.run(['load', late, '--db', other]);
    expect(JSON.parse((await bench.run(['diff', db, other, '--json'])).out)).toMatchObject(OBJECT);
  });

  it('says if nothing differs', async () => {
    const { status, out } = await bench.run(['diff', early, early]);
    expect([status, out.split('\n').at(-2)]).toEqual([0, 'No differences.']);
  });

  it('refuses a vault instead of comparing nothing', async () => {
    const vault = join(bench.directory, 'vault');
    await bench.run(['vault', 'import', '--vault', vault, join(SAMPLES, '2019.tar.gz')]);
    for (const pair of [
      [vault, late],
      [late, vault],
    ]) {
      const { status, out, err } = await bench.run(['diff', ...pair]);
      expect([status, out]).toEqual([2, '']);
      expect(err).toContain(`Cannot read "${vault}" as an archive: it is a vault`);
    }
    expect((await bench.run(['diff', join(vault, 'store.db'), late])).status).toBe(0);
  });

  it('reports on stderr what is wrong with an archive, and ends like a load', async () => {
    const cut = join(bench.directory, 'cut');
    await cp(early, cut, { recursive: true });
    await writeFile(join(cut, 'issues_000001.json'), '[{"type": "issue"}]');
    const { status, err } = await bench.run(['diff', early, cut, '--counts']);
    expect(err).toMatch(/^Findings:\n {2}error /);
    expect(status).toBe((await bench.run(['load', cut, '--db', db])).status);
  });

  it.each([
    ['an unknown snapshot', '7', 10],
    ['a file that is not there', 'nowhere.tar.gz', 10],
  ])('fails on %s', async (_, argument, status) => {
    await bench.run(['load', early, '--db', db]);
    expect((await bench.run(['diff', 'latest', argument, '--db', db])).status).toBe(status);
  });
});

describe('satchel load', () => {
  it('refuses an older archive unless it is to be history', async () => {
    await bench.run(['load', late, '--db', db]);
    const refused = await bench.run(['load', early, '--db', db]);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('--as-history');
    const taken = await bench.run(['load', early, '--db', db, '--as-history', '--quiet', '--json']);
    expect(taken.status).toBe(0);
    expect(JSON.parse(taken.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      message_type: 'summary',
      snapshot_id: 2,
      changes: { issue: { added: 3 } },
    });
    expect(JSON.parse((await bench.run(['diff', '2', '1', '--db', db, '--json'])).out)).toMatchObject(OBJECT);
  });

  it('believes --taken-at more than the archive', async () => {
    await bench.run(['load', late, '--db', db]);
    expect((await bench.run(['load', early, '--db', db, '--taken-at', '2026-01-20'])).status).toBe(0);
    const { status } = await bench.run(['load', early, late, '--db', db, '--taken-at', '2026-01-20']);
    expect(status).toBe(2);
  });

  it('says what it changed', async () => {
    const { err } = await bench.run(['load', early, late, '--db', db]);
    expect(err).toMatch(/: 6 added\n[\s\S]*: 1 added, 1 changed, 1 vanished, 4 unchanged\n/);
  });
});
