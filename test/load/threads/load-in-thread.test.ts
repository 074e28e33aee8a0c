import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadSourceOptions } from '../../../src/load/load-source.ts';
import { openStore } from '../../../src/store/index.ts';
import { makeIssue, makeUser } from '../../archive/support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../../archive/support/make-tar.ts';

type Archive = typeof import('../../../src/archive/index.ts');
type Base = typeof import('../../../src/base/index.ts');
type Load = typeof import('../../../src/load/index.ts');

/** The compiled program: threads are there only in it. */
const BUILT = new URL('../../../dist/', import.meta.url);

let folder: string;
let large: string;
let run = 0;
let archive: Archive;
let base: Base;
let load: Load;

beforeAll(async () => {
  expect(existsSync(BUILT), 'built by "npm run build", which "npm test" runs first').toBe(true);
  archive = await import(new URL('archive/index.js', BUILT).href);
  base = await import(new URL('base/index.js', BUILT).href);
  load = await import(new URL('load/index.js', BUILT).href);
  folder = await mkdtemp(join(tmpdir(), 'satchel-load-threads-'));
  large = join(folder, 'large.tar.gz');
  await writeFile(large, makeLarge());
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  run += 1;
});

/** An archive that is worth a thread, with a file and a record that breaks its schema. */
function makeLarge(): Buffer {
  const noise = Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(' ');
  const issues = Array.from({ length: 100 }, (_, at) => makeIssue(at + 1, { body: `${at}${noise}` }));
  return makeTarGz([
    SCHEMA_PART,
    recordFile('users_000001.json', [makeUser('alice')]),
    recordFile('issues_000001.json', issues),
    recordFile('issues_000002.json', [makeIssue(200, { title: 7 })]),
    { name: 'attachments/afc35218/a.png', body: Buffer.alloc(700, 7) },
  ]);
}

async function optionsFor(path: string): Promise<LoadSourceOptions & { readonly blobs: string }> {
  const files = join(folder, `run-${run}.files`);
  return {
    sources: [await archive.openArchiveSource(path)],
    dbPath: join(folder, `run-${run}.db`),
    archive: { name: path },
    clock: base.createSystemClock(),
    files: { folders: { blobs: join(files, 'blobs'), git: join(files, 'git') } },
    blobs: join(files, 'blobs'),
  };
}

describe('loadInThread()', () => {
  it('writes rows in the other thread, and keeps files in this one', async () => {
    const counts: number[] = [];
    const options = await optionsFor(large);
    const loaded = await load.loadArchiveSource({ ...options, onRecords: (count) => counts.push(count) });
    expect(loaded.load.counts).toEqual({ issue: 100, user: 1 });
    expect(loaded.load.rejected).toBe(1);
    expect(loaded.verification.findings.map(({ code }) => code)).toContain('record-invalid');
    expect(counts.at(-1)).toBe(101);
    const store = openStore(options.dbPath);
    const rows = [...store.query('SELECT entry_name, size_bytes FROM kept_files').rows];
    const titles = [...store.query('SELECT count(*), count(DISTINCT title) FROM issues').rows];
    store.close();
    expect(rows).toEqual([['attachments/afc35218/a.png', 700]]);
    expect(titles).toEqual([[100, 100]]);
    expect((await readdir(options.blobs)).length).toBe(1);
  });

  it('leaves nothing behind of an archive that breaks off', async () => {
    const cut = join(folder, 'cut.tar.gz');
    const whole = makeLarge();
    await writeFile(cut, whole.subarray(0, whole.length - 200_000));
    const options = await optionsFor(cut);
    await expect(load.loadArchiveSource(options)).rejects.toMatchObject({ code: 'archive-damaged' });
    expect((await readdir(folder)).filter((name) => name.startsWith(`run-${run}.db`))).toEqual([]);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const options = await optionsFor(large);
    const interrupting = new AbortController();
    const loading = load.loadArchiveSource({
      ...options,
      signal: interrupting.signal,
      onProgress: () => interrupting.abort(),
    });
    await expect(loading).rejects.toMatchObject({ code: 'interrupted' });
    expect((await readdir(folder)).filter((name) => name.startsWith(`run-${run}.db`))).toEqual([]);
  });

  it('fails as the store fails', async () => {
    const options = { ...(await optionsFor(large)), dbPath: large };
    await expect(load.loadArchiveSource(options)).rejects.toMatchObject({ code: 'not-a-store' });
  });
});
