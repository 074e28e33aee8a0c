import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ArchiveSource, openArchiveSource } from '../../src/archive/archive-source.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { createSystemClock } from '../../src/base/clock.ts';
import { loadArchive } from '../../src/load/load-archive.ts';
import { type LoadSourceOptions, loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { foldersIn } from '../../src/store/file-folders.ts';
import { openStore } from '../../src/store/store.ts';
import { makeIssue, makeUser } from '../archive/support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../archive/support/make-tar.ts';
import { temporaryFolder } from '../house/afterwards.ts';

let folder: string;
let large: string;
let run = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  large = join(folder, 'large.tar.gz');
  await writeFile(large, makeLarge());
}, 60_000);
beforeEach(() => {
  run += 1;
});

/** Numbers that a column may not restore, each with a text that it may not restore. */
const ODD_VALUES = [
  ['1', 'plain'],
  ['-1', '\\u0041'],
  ['1.0', '\\u0000'],
  ['1e0', '\\ud800'],
  ['-0', 'raw \t'],
  ['12345678901234567890', '\\"'],
] as const;

function writeMilestone(number: string, title: string, at: number): string {
  const garden = 'https://service.example/alice/garden';
  return `{"type":"milestone","url":"${garden}/milestones/${at}","repository":"${garden}","title":"${title}","state":${number}}`;
}

/** Bytes that cannot be compressed, which make an archive large enough for a thread. */
const PICTURE = Buffer.from(
  Uint32Array.from({ length: 1_200_000 }, (_, at) => Math.imul(at, 0x9e3779b1)).buffer,
);

/** A large archive with records for several buffers, with a file and a record that violates its schema. */
function makeLarge(): Buffer {
  const noise = Array.from({ length: 4_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(' ');
  const issues = Array.from({ length: 100 }, (_, at) => makeIssue(at + 1, { body: `${at}${noise}` }));
  return makeTarGz([
    SCHEMA_PART,
    recordFile('users_000001.json', [makeUser('alice')]),
    recordFile('issues_000001.json', issues),
    recordFile('issues_000002.json', [makeIssue(200, { title: 7 })]),
    {
      name: 'milestones_000001.json',
      body: `[${ODD_VALUES.map(([number, title], at) => writeMilestone(number, title, at)).join()}]`,
    },
    { name: 'attachments/afc35218/a.png', body: PICTURE },
    { name: 'audit_log.csv', body: 'action,actor\nrepo.create,mira\n' },
  ]);
}

async function optionsFor(path: string): Promise<LoadSourceOptions & { readonly blobs: string }> {
  const files = join(folder, `run-${run}.files`);
  return {
    sources: [await openArchiveSource(path)],
    dbPath: join(folder, `run-${run}.db`),
    archive: { name: path },
    clock: createSystemClock(),
    files: { folders: foldersIn(files) },
    blobs: join(files, 'blobs'),
  };
}

describe('loadArchiveSource() with two threads', () => {
  it('writes rows in the other thread, and keeps files in this one', async () => {
    const counts: number[] = [];
    let readings = 0;
    const options = await optionsFor(large);
    const loaded = await loadArchiveSource({
      ...options,
      onRecords: (count) => counts.push(count),
      onRead: () => {
        readings += 1;
      },
    });
    expect(readings).toBe(1);
    expect(loaded.load.counts).toEqual({ issue: 100, user: 1, milestone: ODD_VALUES.length });
    expect(loaded.load.rejected).toBe(1);
    expect(loaded.verification.findings.map(({ code }) => code)).toContain('record-invalid');
    expect(counts.at(-1)).toBe(101 + ODD_VALUES.length);
    const store = openStore(options.dbPath);
    const rows = [...store.query('SELECT entry_name, size_bytes FROM kept_files').rows];
    const titles = [...store.query('SELECT count(*), count(DISTINCT title) FROM issues').rows];
    const entries = [...store.query('SELECT action, actor FROM audit_log').rows];
    store.close();
    expect(rows).toEqual([
      ['attachments/afc35218/a.png', PICTURE.length],
      ['audit_log.csv', 30],
    ]);
    expect(entries).toEqual([['repo.create', 'mira']]);
    expect(titles).toEqual([[100, 100]]);
    expect((await readdir(options.blobs)).length).toBe(2);
  });

  it('writes the same rows as one thread does', async () => {
    const TABLES = ['issues', 'users', 'milestones', 'other_records', 'rejected_records', 'record_shapes'];
    const rowsOf = (dbPath: string) => {
      const store = openStore(dbPath);
      const rows = TABLES.map((table) => [table, [...store.query(`SELECT * FROM ${table}`).rows]]);
      store.close();
      return rows;
    };
    const two = await optionsFor(large);
    await loadArchiveSource(two);
    const one = { ...two, dbPath: join(folder, `run-${run}-one.db`), files: undefined };
    const [source] = two.sources;
    await loadArchive({
      ...one,
      events: readArchive({ source: source as ArchiveSource }),
    });
    expect(rowsOf(two.dbPath)).toEqual(rowsOf(one.dbPath));
    expect(rowsOf(two.dbPath)[2]?.[1]).toHaveLength(ODD_VALUES.length);
  });

  it('leaves nothing of a truncated archive', async () => {
    const cut = join(folder, 'cut.tar.gz');
    const whole = await readFile(large);
    await writeFile(cut, whole.subarray(0, whole.length - 200_000));
    const options = await optionsFor(cut);
    await expect(loadArchiveSource(options)).rejects.toMatchObject({ code: 'archive-damaged' });
    expect((await readdir(folder)).filter((name) => name.startsWith(`run-${run}.db`))).toEqual([]);
  });

  it('salvages a truncated archive, including its complete files', async () => {
    const cut = join(folder, 'cut.tar.gz');
    const whole = await readFile(large);
    await writeFile(cut, whole.subarray(0, whole.length - 16));
    const options = await optionsFor(cut);
    const loaded = await loadArchiveSource({ ...options, isSalvage: true });
    expect(loaded.load.counts).toMatchObject({ issue: 100, user: 1 });
    expect((await readdir(options.blobs)).length).toBe(2);
    const store = openStore(options.dbPath);
    expect(JSON.stringify(store.snapshots()[0]?.scope)).toContain('salvaged');
    store.close();
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const options = await optionsFor(large);
    const interrupting = new AbortController();
    const reason = new Error('no time');
    const loading = loadArchiveSource({
      ...options,
      signal: interrupting.signal,
      onProgress: () => interrupting.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
    expect((await readdir(folder)).filter((name) => name.startsWith(`run-${run}.db`))).toEqual([]);
  });

  it('fails as the store fails', async () => {
    const options = { ...(await optionsFor(large)), dbPath: large };
    await expect(loadArchiveSource(options)).rejects.toMatchObject({ code: 'not-a-store' });
  });
});
