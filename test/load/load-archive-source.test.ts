import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create, list } from 'tar';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import type { VerifiedLoad } from '../../src/load/load-archive.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { writeSampleArchive } from '../../src/sandbox/write-sample-archive.ts';
import { openStore } from '../../src/store/store.ts';
import { lockStore } from '../../src/store/store-lock.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { sampled } from '../house/long-only.ts';
import { meaningOf } from '../store/support/archive-text.ts';

const ISSUE = {
  type: 'issue',
  url: 'https://service.example/acme/app/issues/1',
  repository: 'https://service.example/acme/app',
  user: 'https://service.example/alice',
  title: 'It breaks',
  body: null,
  assignee: null,
  assignees: [],
  milestone: null,
  labels: [],
  reactions: [],
  closed_at: null,
  created_at: '2024-05-06T07:08:09Z',
  updated_at: '2024-05-06T07:08:09Z',
};

let directory: string;

beforeEach(() => {
  directory = temporaryFolder();
  const folder = join(directory, 'folder');
  mkdirSync(folder);
  const badIssue = { ...ISSUE, url: `${ISSUE.url}0`, title: 7 };
  writeFileSync(join(folder, 'issues_000001.json'), JSON.stringify([ISSUE, badIssue], null, 2));
  writeFileSync(join(folder, 'schema.json'), '{"version":"1.0.1"}');
});

type Changes = Partial<Parameters<typeof loadArchiveSource>[0]>;

async function load(path: string, changes: Changes = {}): Promise<VerifiedLoad> {
  return loadArchiveSource({
    sources: [await openArchiveSource(path)],
    dbPath: join(directory, 'a.db'),
    archive: { name: 'a.tar.gz' },
    clock: createDrivenClock(0),
    ...changes,
  });
}

async function pack(): Promise<string> {
  const path = join(directory, 'a.tar.gz');
  await create({ gzip: true, cwd: join(directory, 'folder'), file: path }, ['.']);
  return path;
}

function storedIssues(): readonly unknown[] {
  const store = openStore(join(directory, 'a.db'));
  try {
    return [...store.records('issue')].map(({ json }) => JSON.parse(json));
  } finally {
    store.close();
  }
}

/** Replaces the contents of the folder. */
function lay(files: Readonly<Record<string, string>>): string {
  const folder = join(directory, 'folder');
  rmSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

type SampleOptions = Parameters<typeof writeSampleArchive>[0];
type SampleArchive = Awaited<ReturnType<typeof writeSampleArchive>>;

const NOW_MS = Date.UTC(2026, 2, 1);

async function writeWorld(
  options: Pick<SampleOptions, 'seed' | 'dialect' | 'generation'>,
): Promise<SampleArchive & { readonly dbPath: string }> {
  const path = join(directory, 'a.tar.gz');
  const archive = await writeSampleArchive({ ...options, repositories: 2, issues: 12, nowMs: NOW_MS, path });
  return { ...archive, dbPath: join(directory, 'a.db') };
}

/** Reads the records of an archive independently of the code that loads it. */
async function meaningsIn(path: string): Promise<readonly string[]> {
  const files: Promise<Buffer>[] = [];
  await list({
    file: path,
    onReadEntry: (entry) => {
      if (/_\d{6}\.json$/.test(entry.path)) {
        files.push(entry.concat());
      } else {
        entry.resume();
      }
    },
  });
  const texts = (await Promise.all(files)).map((file) => file.toString());
  return texts.flatMap((text) => {
    const { items } = meaningOf(text) as { readonly items: readonly unknown[] };
    return items.map((item) => JSON.stringify(item));
  });
}

describe('loadArchiveSource()', () => {
  it('finds the position of an archive only after other writers have finished', async () => {
    const dbPath = join(directory, 'a.db');
    const lock = await lockStore(dbPath);
    const steps: string[] = [];
    const loaded = await loadArchiveSource({
      sources: [await openArchiveSource(join(directory, 'folder'))],
      dbPath,
      archive() {
        steps.push(lock.isHeld() ? 'asked too early' : 'asked');
        return { name: 'a.tar.gz' };
      },
      clock: createDrivenClock(0),
      lockWait: {
        waitMs: 60_000,
        onWait() {
          steps.push('waits');
          void lock.release();
        },
      },
    });
    expect([steps, loaded.load.isNew]).toEqual([['waits', 'asked'], true]);
    expect(existsSync(`${dbPath}.lock`)).toBe(false);
  });

  it('verifies and loads an archive in one pass', async () => {
    const { load: report, verification } = await load(await pack());
    expect(report).toMatchObject({ isNew: true, counts: { issue: 1 }, rejected: 1 });
    expect(verification.container.isWhole).toBe(true);
    expect(verification.findings.map(({ code }) => code)).toContain('record-invalid');
    expect(storedIssues()).toEqual([ISSUE]);
  });

  it('counts no kind of which it accepts nothing', async () => {
    const rejected = JSON.stringify([{ ...ISSUE, title: 7 }]);
    const { load: report } = await load(lay({ 'issues_000001.json': rejected }));
    expect([report.counts, report.rejected]).toEqual([{}, 1]);
  });

  it('loads an extracted folder', async () => {
    const { load: report } = await load(join(directory, 'folder'));
    expect(report).toMatchObject({ isNew: true, counts: { issue: 1 }, rejected: 1 });
    const store = openStore(report.dbPath);
    expect([...store.query('SELECT entry_name, json FROM archive_documents').rows]).toEqual([
      ['schema.json', '{"version":"1.0.1"}'],
    ]);
    store.close();
  });

  it('makes no store of a truncated archive', async () => {
    const path = await pack();
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    await expect(load(path)).rejects.toMatchObject({
      code: 'archive-damaged',
      message: expect.stringContaining(`Cannot load the archive "${path}": `),
    });
    expect(existsSync(join(directory, 'a.db'))).toBe(false);
    expect(existsSync(join(directory, 'a.db.part'))).toBe(false);
  });

  it('leaves the store as it was when the next archive is truncated', async () => {
    const path = await pack();
    await load(path);
    const before = readFileSync(join(directory, 'a.db'));
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    await expect(load(path)).rejects.toMatchObject({ code: 'archive-damaged' });
    expect(readFileSync(join(directory, 'a.db')).equals(before)).toBe(true);
  });

  it.each([
    ['source code', { '.git/HEAD': 'ref: refs/heads/main', 'src/index.js': 'x', 'package.json': '{}' }],
    ['source code with logs', { 'app/a.rb': 'x', 'log/development.log': 'x' }],
    ['source code with a schema.json', { 'src/index.js': 'x', 'schema.json': '{"data":{}}' }],
    ['an archive that was packed again', { 'current.tar.gz': 'x' }],
  ])('refuses %s, packed or not, and makes no store', async (_name, files) => {
    const folder = lay(files);
    for (const path of [folder, await pack()]) {
      for (const isSalvage of [false, true]) {
        await expect(load(path, { isSalvage })).rejects.toMatchObject({
          code: 'not-an-archive',
          message: expect.stringMatching(/^Cannot load the archive ".*": .* that a migration writes/),
        });
      }
    }
    expect(existsSync(join(directory, 'a.db'))).toBe(false);
  });

  it('salvages nothing of truncated source code', async () => {
    lay({ 'src/index.js': 'x'.repeat(2_000) });
    const path = await pack();
    writeFileSync(path, readFileSync(path).subarray(0, -8));
    await expect(load(path, { isSalvage: true })).rejects.toMatchObject({ code: 'not-an-archive' });
  });

  it.each([
    ['an empty export', { 'schema.json': '{"version":"1.0.1"}' }],
    ['a wrapped one', { 'work/schema.json': '{"version":"1.0.1"}', 'work/notes.txt': 'x' }],
    ['git data alone', { 'repositories/acme/app.git/HEAD': 'ref: refs/heads/main' }],
    ['attachments alone', { 'attachments/0a/a.png': 'x' }],
    ['metadata alone', { 'issues_000001.json': '[]' }],
    ['an audit log alone', { 'audit_log.csv': 'x' }],
  ])('loads %s', async (_name, files) => {
    expect((await load(lay(files))).load.isNew).toBe(true);
  });

  it('loads an archive of a migration whatever it contains, so that a backup of it can finish', async () => {
    const archive = { name: 'a.tar.gz', migrationId: 7 };
    const { load: report, verification } = await load(lay({ 'notes.txt': 'x' }), { archive });
    expect(report.isNew).toBe(true);
    expect(verification.isVerified).toBe(false);
  });

  const worlds = [
    { seed: 'alder', dialect: 'service', generation: 'current' },
    { seed: 'birch', dialect: 'github', generation: 'current' },
    { seed: 'cedar', dialect: 'service', generation: '2019' },
  ] as const;

  it.each(sampled(worlds, 1))(
    'loads all of the world $seed ($dialect, $generation) and loses nothing',
    async (options) => {
      const archive = await writeWorld(options);
      const { load, verification } = await loadArchiveSource({
        sources: [await openArchiveSource(archive.path)],
        dbPath: archive.dbPath,
        archive: { name: 'a.tar.gz' },
        clock: createDrivenClock(NOW_MS),
      });
      expect(verification.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(load).toMatchObject({ isNew: true, rejected: 0, counts: archive.counts });

      const store = openStore(archive.dbPath);
      onTestFinished(() => store.close());
      const stored = [...store.records()].map(({ json }) => JSON.stringify(meaningOf(json)));
      expect(stored.sort()).toEqual([...(await meaningsIn(archive.path))].sort());
      expect(store.snapshots()).toMatchObject([
        { archiveSha256: archive.sha256, packedBytes: archive.sizeBytes },
      ]);

      const [orphans] = store.query(
        `SELECT (SELECT count(*) FROM issues WHERE repo IS NULL OR number IS NULL OR created_at IS NULL),
              (SELECT count(*) FROM issue_comments c WHERE thread_url NOT IN (SELECT url FROM threads)),
              (SELECT count(*) FROM issue_labels l WHERE label_url NOT IN (SELECT url FROM repository_labels)),
              (SELECT count(*) FROM issue_labels l JOIN repository_labels r ON r.url = l.label_url WHERE r.name <> l.name)`,
      ).rows;
      expect(orphans).toEqual([0, 0, 0, 0]);
    },
  );
});
