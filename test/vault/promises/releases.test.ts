import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, extract } from 'tar';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { openVault } from '../../../src/vault/index.ts';
import { type CliBench, openCliBench } from '../../cli/support/run-cli.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/**
 * A vault of every released version, each with two archives and their store, as written by that version. It is created
 * once, when the version is released (SATCHEL_WRITE_RELEASE=0.1.0), and never again.
 */
const FOLDER = fileURLToPath(new URL('../fixtures/releases/', import.meta.url));
const WRITTEN = process.env['SATCHEL_WRITE_RELEASE'];

/** The content of the vault according to the version that wrote it. */
interface Expected {
  readonly archives: readonly string[];
  readonly rows: Readonly<Record<string, number>>;
  readonly titles: readonly string[];
}

const TITLES = 'select title from threads order by repo, number';

let bench: CliBench;
const later = createDrivenClock(Date.UTC(2026, 6, 1), { skipSleeps: true });

beforeAll(async () => {
  // The vaults are opened with data of a month later and another seed, so that all archives there are new to them.
  bench = await openCliBench(
    WRITTEN === undefined
      ? { seed: 'later', clock: later }
      : { seed: 'releases', repositories: 2, issues: 5 },
  );
});

async function lookInto(vault: string): Promise<Expected> {
  const manifests = await (
    await openVault(vault, { clock: { now: () => 0, sleep: async () => undefined } })
  ).manifests();
  const store = openStore(join(vault, 'store.db'));
  try {
    const tables = store.tables().filter(({ kind }) => kind === 'table');
    const { out } = await bench.run(['query', TITLES, '--vault', vault, '--json']);
    return {
      archives: manifests.map(({ archive }) => archive),
      rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows ?? 0])),
      titles: JSON.parse(out).map(({ title }: { title: string }) => title),
    };
  } finally {
    store.close();
  }
}

describe.runIf(WRITTEN !== undefined)('a release', () => {
  it('leaves its vault behind', async () => {
    const vault = join(bench.directory, 'vault');
    expect((await bench.call(['backup', '--vault', vault, '--with', 'events'])).status).toBe(0);
    expect((await bench.call(['backup', '--vault', vault, '--with', 'events'])).status).toBe(0);
    await writeFile(join(FOLDER, `${WRITTEN}.json`), `${JSON.stringify(await lookInto(vault), null, 2)}\n`);
    await create(
      { file: join(FOLDER, `${WRITTEN}.tar.gz`), gzip: { level: 9 }, cwd: vault, portable: true },
      ['.'],
    );
  });
});

/** Its store has an earlier schema: a repair says so, and a rebuild takes over what was captured. */
async function repairAndRebuild(vault: string): Promise<void> {
  const repaired = await bench.run(['vault', 'repair', '--vault', vault]);
  expect([repaired.status, repaired.out]).toEqual([6, expect.stringContaining('satchel vault rebuild')]);
  const { status, err } = await bench.run(['vault', 'rebuild', '--vault', vault]);
  expect([status, err]).toEqual([0, expect.stringContaining('captured from the service')]);
}

describe('a vault of an older version', async () => {
  const versions = (await readdir(FOLDER))
    .filter((name) => name.endsWith('.tar.gz'))
    .map((name) => name.slice(0, -7));

  it.each(versions)(
    'of %s has all of its contents once it is repaired and rebuilt, and accepts new backups',
    async (version) => {
      const vault = temporaryFolder();
      try {
        await extract({ file: join(FOLDER, `${version}.tar.gz`), cwd: vault });
        const before = await bench.run(['status', '--vault', vault]);
        expect([before.status, before.err]).toEqual([6, expect.stringContaining('does not say for whom')]);
        await repairAndRebuild(vault);
        const expected: Expected = JSON.parse(await readFile(join(FOLDER, `${version}.json`), 'utf8'));
        const found = await lookInto(vault);
        expect(found.titles).toEqual(expected.titles);
        expect(found.titles.length).toBeGreaterThan(3);
        expect(found.archives).toHaveLength(expected.archives.length);
        // 0.1.0 did not index what it captured.
        const { search_documents: indexed = 0, ...rows } = expected.rows;
        expect(found.rows).toMatchObject(rows);
        expect(found.rows['search_documents']).toBeGreaterThanOrEqual(indexed);
        for (const name of await readdir(join(vault, 'archives'))) {
          expect((await bench.run(['verify', join(vault, 'archives', name)])).status).toBe(0);
        }
        const searched = await bench.run([
          'search',
          expected.titles[0]?.split(' ')[0] ?? '',
          '--vault',
          vault,
        ]);
        expect([searched.status, searched.err]).toEqual([0, '']);
        const backup = await bench.call(['backup', '--vault', vault], { clock: later });
        expect([backup.status, backup.err.includes('satchel:')]).toEqual([0, false]);
        const after = await lookInto(vault);
        expect(after.archives).toHaveLength(expected.archives.length + 1);
        expect(after.rows['snapshots']).toBe(expected.archives.length + 1);
      } finally {
        await rm(vault, { recursive: true, force: true });
      }
    },
  );

  it.each(versions)('of %s is rebuilt again with what it had captured', async (version) => {
    const vault = temporaryFolder();
    try {
      await extract({ file: join(FOLDER, `${version}.tar.gz`), cwd: vault });
      await repairAndRebuild(vault);
      const { events } = (await lookInto(vault)).rows;
      expect(events).toBeGreaterThan(0);
      const { status, err } = await bench.run(['vault', 'rebuild', '--fresh', '--vault', vault]);
      expect([status, err]).toEqual([0, expect.stringContaining('captured from the service')]);
      expect((await lookInto(vault)).rows).toMatchObject({ events, gists: 0, stars: 0 });
    } finally {
      await rm(vault, { recursive: true, force: true });
    }
  });

  it('is kept for each version that was released', () => {
    expect(versions).toContain('0.1.0');
  });
});
