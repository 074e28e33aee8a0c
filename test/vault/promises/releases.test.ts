import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/store.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { type CliBench, openCliBench } from '../../cli/support/run-cli.ts';

/**
 * A vault of every released version, each with two archives and their store, as written by that version. It is created
 * once, when the version is released (SATCHEL_WRITE_RELEASE=1.0.0), and never again.
 */
const FOLDER = fileURLToPath(new URL('../fixtures/releases/', import.meta.url));
const WRITTEN = process.env['SATCHEL_WRITE_RELEASE'];

/** The name of the vault that this version writes. */
const PRESENT = WRITTEN ?? 'this version';

/** The content of the vault according to the version that wrote it. */
interface Expected {
  readonly archives: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
  readonly titles: readonly string[];
}

const TITLES = 'select title from threads order by repo, number';

let folder: string;
let bench: CliBench;
const later = createDrivenClock(Date.UTC(2026, 6, 1), { skipSleeps: true });

beforeAll(async () => {
  folder = WRITTEN === undefined ? await mkdtemp(join(tmpdir(), 'satchel-present-')) : FOLDER;
  await mkdir(folder, { recursive: true });
  await writeRelease();
  // The vaults are opened with data of a month later and another seed, so that all archives there are new to them.
  bench = await openCliBench({ seed: 'later', clock: later });
});

afterAll(async () => {
  await bench.close();
  if (WRITTEN === undefined) {
    await rm(folder, { recursive: true });
  }
});

async function writeRelease(): Promise<void> {
  const present = await openCliBench({ seed: 'releases', repositories: 2, issues: 5 });
  const vault = join(present.directory, 'vault');
  expect((await present.call(['backup', '--vault', vault, '--with', 'events'])).status).toBe(0);
  expect((await present.call(['backup', '--vault', vault, '--with', 'events'])).status).toBe(0);
  const content = `${JSON.stringify(await lookInto(vault, present), null, 2)}\n`;
  await writeFile(join(folder, `${PRESENT}.json`), content);
  const file = join(folder, `${PRESENT}.tar.gz`);
  await create({ file, gzip: { level: 9 }, cwd: vault, portable: true }, ['.']);
  await present.close();
}

async function lookInto(vault: string, { run }: CliBench): Promise<Expected> {
  const clock = { now: () => 0, sleep: async () => undefined };
  const manifests = await (await openVault(vault, { clock })).manifests();
  const store = openStore(join(vault, 'store.db'));
  try {
    const tables = store.tables().filter(({ kind }) => kind === 'table');
    const { out } = await run(['query', TITLES, '--vault', vault, '--json']);
    return {
      archives: manifests.map(({ archive }) => archive),
      rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows ?? 0])),
      titles: JSON.parse(out).map(({ title }: { title: string }) => title),
    };
  } finally {
    store.close();
  }
}

async function openRelease(
  version: string,
): Promise<{ readonly vault: string; readonly expected: Expected }> {
  const vault = await mkdtemp(join(tmpdir(), 'satchel-release-'));
  onTestFinished(async () => await rm(vault, { recursive: true }));
  const place = version === PRESENT ? folder : FOLDER;
  await extract({ file: join(place, `${version}.tar.gz`), cwd: vault });
  return { vault, expected: JSON.parse(await readFile(join(place, `${version}.json`), 'utf8')) };
}

describe('a vault of a released version', () => {
  const released = existsSync(FOLDER)
    ? readdirSync(FOLDER).flatMap((name) => (name.endsWith('.tar.gz') ? [name.slice(0, -7)] : []))
    : [];
  const versions = [...new Set([...released, PRESENT])];

  it.each(versions)('of %s has all of its contents, and accepts new backups', async (version) => {
    const { vault, expected } = await openRelease(version);
    const backup = await bench.call(['backup', '--vault', vault], { clock: later });
    expect([backup.status, backup.err.includes('satchel:')]).toEqual([0, false]);
    const after = await lookInto(vault, bench);
    expect(after.archives).toEqual([...expected.archives, expect.any(String)]);
    expect(after.rows).toMatchObject({
      snapshots: expected.archives.length + 1,
      events: expected.rows['events'],
    });
    expect(expected.titles.length).toBeGreaterThan(3);
    expect(after.titles).toEqual(expect.arrayContaining([...expected.titles]));
    for (const name of await readdir(join(vault, 'archives'))) {
      expect((await bench.run(['verify', join(vault, 'archives', name)])).status).toBe(0);
    }
    const word = expected.titles[0]?.split(' ')[0] ?? '';
    const searched = await bench.run(['search', word, '--vault', vault]);
    expect([searched.status, searched.err]).toEqual([0, '']);
  });

  it.each(versions)('of %s is rebuilt with what it had captured', async (version) => {
    const { vault, expected } = await openRelease(version);
    const { status, err } = await bench.run(['vault', 'rebuild', '--fresh', '--vault', vault]);
    expect([status, err]).toEqual([0, expect.stringContaining('captured from the service')]);
    expect(expected.rows['events']).toBeGreaterThan(0);
    expect((await lookInto(vault, bench)).rows).toMatchObject(expected.rows);
  });
});

describe('a vault with a store of another schema', () => {
  it('is rebuilt from its archives', async () => {
    const { vault, expected } = await openRelease(PRESENT);
    const db = openDatabase(join(vault, 'store.db'), { readonly: false });
    db.exec('DROP VIEW snapshot_files; DROP TABLE kept_files; CREATE TABLE kept_files (snapshot_id INTEGER)');
    db.close();
    const checked = await bench.run(['vault', 'check', '--vault', vault]);
    expect([checked.status, checked.out]).toEqual([6, expect.stringContaining('"satchel vault rebuild"')]);
    expect((await bench.run(['vault', 'rebuild', '--vault', vault])).status).toBe(0);
    expect((await lookInto(vault, bench)).rows).toMatchObject(expected.rows);
    expect((await bench.run(['vault', 'check', '--vault', vault])).status).toBe(0);
  });
});

describe('a vault with a store from before format 1', () => {
  it('says so when it is repaired, and is rebuilt from its archives', async () => {
    const { vault, expected } = await openRelease(PRESENT);
    const file = await open(join(vault, 'store.db'), 'r+');
    await file.write(Buffer.from('Stch'), 0, 4, 68); // The id of the application, in the header.
    await file.close();
    const repaired = await bench.run(['vault', 'repair', '--vault', vault]);
    expect([repaired.status, repaired.out]).toEqual([6, expect.stringContaining('"satchel vault rebuild"')]);
    const { status, err } = await bench.run(['vault', 'rebuild', '--vault', vault]);
    expect([status, err]).toEqual([0, expect.stringContaining('stays in the former store')]);
    const { titles, rows } = await lookInto(vault, bench);
    expect([titles, rows['snapshots'], rows['events']]).toEqual([expected.titles, 2, 0]);
  });
});
