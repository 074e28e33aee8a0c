import { existsSync, renameSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemDisk, type Disk } from '../../src/base/disk.ts';
import { type RebuildEvent, rebuildStore } from '../../src/keeping/rebuild-store.ts';
import { openStore } from '../../src/store/store.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { type BackupBench, openBackupBench } from '../backup/support/backup-bench.ts';
import { itLong } from '../house/long-only.ts';
import { CURRENT, OLD } from '../house/samples.ts';

const DAY_MS = 86_400_000;

let model: BackupBench;
let copies = 0;

/** A vault with backups of two days, of two parts each, created once; each test works on a copy. */
beforeAll(async () => {
  model = await openBackupBench({ repositories: 2, issues: 1 });
  for (let day = 0; day < 2; day += 1) {
    expect((await backup(model.vault)).status).toBe(0);
    model.clock.advance(DAY_MS);
  }
});

async function openCopy(): Promise<string> {
  copies += 1;
  const vault = join(model.directory, `copy-${copies}`);
  await cp(model.vault, vault, { recursive: true });
  return vault;
}

async function run(vault: string, command: string, ...args: readonly string[]) {
  return await model.run([...command.split(' '), '--vault', vault, ...args], { clock: model.clock });
}

async function backup(vault: string, ...args: readonly string[]) {
  const chosen = ['--repository', ...model.sandbox.ready.repositories, '--split', '1', '--fresh'];
  return await model.call(['backup', '--vault', vault, ...chosen, ...args], { clock: model.clock });
}

async function rebuild(vault: Vault, onEvent: (event: RebuildEvent) => void) {
  const release = await vault.lock('a test');
  const journal = await vault.journal.open('rebuild');
  try {
    return await rebuildStore({
      vault,
      journal,
      isFresh: existsSync(vault.storePath),
      isDryRun: false,
      opening: {},
      keepsGit: true,
      clock: model.clock,
      signal: new AbortController().signal,
      onEvent,
    });
  } finally {
    await journal.close();
    await release();
  }
}

/** The contents of a store, without the times of loading. */
function contentOf(storePath: string): unknown {
  const store = openStore(storePath);
  try {
    const snapshots = store.snapshots().map(({ loadedAt: _loadedAt, ...facts }) => facts);
    const differences = snapshots.flatMap(({ id }) => [...store.changes(id)]);
    const files = ['kept_files', 'kept_repositories'].map((table) => [
      ...store.query(`SELECT * FROM ${table} ORDER BY 1, 2`).rows,
    ]);
    return { snapshots, differences, files, records: [...store.records()] };
  } finally {
    store.close();
  }
}

async function flip(path: string, find: string): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.indexOf(find);
  expect(at).toBeGreaterThan(0);
  bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describe('rebuildStore()', () => {
  it('rebuilds the same store if it is missing, also from parts', async () => {
    const vault = await openCopy();
    const storePath = join(vault, 'store.db');
    const before = contentOf(storePath);
    await rm(storePath);
    expect((await run(vault, 'vault check')).status).toBe(6);
    expect((await run(vault, 'status')).status).toBe(3);
    const dry = await run(vault, 'vault rebuild', '--dry-run');
    expect([dry.status, dry.err]).toEqual([0, expect.stringContaining('Would load 4 archives:')]);
    expect(existsSync(storePath)).toBe(false);
    const { status, err } = await run(vault, 'vault rebuild');
    expect([status, err]).toEqual([0, expect.stringMatching(/4 archives loaded, \d+ records\n$/)]);
    expect(contentOf(storePath)).toEqual(before);
    expect((await run(vault, 'vault check', '--read-data')).status).toBe(0);
    expect((await run(vault, 'status')).status).toBe(0);
    expect((await run(vault, 'vault rebuild')).err).toBe('The store is complete\n');
  });

  it('removes no archive whose history is in no store, by rules or by name', async () => {
    const vault = await openCopy();
    await rm(join(vault, 'store.db'));
    const before = await readdir(join(vault, 'archives'));
    const { status, out, err } = await backup(vault, '--keep-last', '1');
    expect([status, out + err]).toEqual([3, expect.stringContaining('4 archives not loaded')]);
    expect(out + err).toContain('"satchel vault rebuild" loads it');
    expect(await readdir(join(vault, 'archives'))).toEqual(expect.arrayContaining(before));
    expect((await run(vault, 'vault forget', before[0] ?? '')).status).toBe(3);
    expect((await run(vault, 'vault rebuild')).status).toBe(0);
    expect((await run(vault, 'vault forget', '--keep-last', '1')).status).toBe(0);
    expect(await readdir(join(vault, 'archives'))).toHaveLength(2);
  });

  it('finds a changed letter in the store, and reports it until the store is rebuilt', async () => {
    const vault = await openCopy();
    const storePath = join(vault, 'store.db');
    await flip(storePath, model.sandbox.ready.repositories[0] ?? '');
    expect((await run(vault, 'vault check', '--read-data')).out).toContain('store-damaged');
    const { status, err } = await backup(vault);
    expect([status, err]).toEqual([3, expect.stringContaining('it has changed since the last run')]);
    expect((await run(vault, 'vault check')).out).toContain('store-damaged');
    expect((await run(vault, 'status')).status).toBe(3);
    expect((await run(vault, 'vault rebuild')).status).toBe(0);
    expect((await run(vault, 'vault check', '--read-data')).status).toBe(0);
    expect(contentOf(storePath)).toMatchObject({ snapshots: [{}, {}, {}] });
    expect(await readdir(join(vault, 'damaged'))).toEqual([expect.stringMatching(/-store\.db$/)]);
  });

  it('lets a backup begin a new store if the old one cannot be read, and keeps the old one', async () => {
    const vault = await openCopy();
    await writeFile(join(vault, 'store.db'), 'no store at all');
    const { status, err } = await backup(vault);
    expect([status, err]).toEqual([3, expect.stringContaining('starts a new store')]);
    expect((await run(vault, 'vault check')).out).toContain('snapshot-missing');
    expect(contentOf(join(vault, 'store.db'))).toMatchObject({ snapshots: [{}] });
    expect((await run(vault, 'vault rebuild')).status).toBe(0);
    expect(contentOf(join(vault, 'store.db'))).toMatchObject({ snapshots: [{}, {}, {}] });
    expect((await run(vault, 'vault check', '--read-data')).status).toBe(0);
  });

  it('copies captured data from the former store', async () => {
    const vault = await openCopy();
    expect((await backup(vault, '--with', 'events,notifications,gists,stars')).status).toBe(0);
    const captured = () => {
      const store = openStore(join(vault, 'store.db'));
      try {
        return ['events', 'notifications', 'gists', 'stars'].map((table) => [
          ...store.query(`SELECT * FROM ${table} ORDER BY json`).rows,
        ]);
      } finally {
        store.close();
      }
    };
    const before = captured();
    expect(before.every((rows) => rows.length > 0)).toBe(true);
    model.clock.advance(DAY_MS);
    const { status, err } = await run(vault, 'vault rebuild', '--fresh');
    expect([status, err]).toEqual([0, expect.stringContaining('captured from the service')]);
    const withoutNumber = (tables: typeof before) =>
      tables.map((rows) => rows.map((row) => row.slice(0, -1)));
    expect(withoutNumber(captured())).toEqual(withoutNumber(before));
  });

  it('leaves the store and its captures in place until the new one is complete, also if it is interrupted', async () => {
    const vault = await openCopy();
    expect((await backup(vault, '--with', 'events')).status).toBe(0);
    const storePath = join(vault, 'store.db');
    const before = contentOf(storePath);
    const opened = await openVault(vault, { clock: model.clock });
    const release = await opened.lock('satchel vault rebuild');
    const journal = await opened.journal.open('rebuild');
    const ending = new AbortController();
    const rebuilding = rebuildStore({
      vault: opened,
      journal,
      isFresh: true,
      isDryRun: false,
      opening: {},
      keepsGit: true,
      clock: model.clock,
      signal: ending.signal,
      onEvent(event) {
        if (event.type === 'loaded') {
          expect(contentOf(storePath)).toEqual(before);
          ending.abort(new Error('ended'));
        }
      },
    });
    await expect(rebuilding).rejects.toThrow('ended');
    await journal.close();
    await release();
    expect(contentOf(storePath)).toEqual(before);
    const { status, err } = await run(vault, 'vault rebuild', '--fresh');
    expect([status, err]).toEqual([
      0,
      expect.stringMatching(/captured from the service(?:.|\n)*\n4 archives loaded/),
    ]);
    expect(contentOf(storePath)).toEqual(before);
    expect((await run(vault, 'vault check', '--read-data')).out).not.toContain('left by');
  });

  it('names snapshots of the former store whose imported archives were forgotten', async () => {
    const vault = join(model.directory, 'forgotten');
    await run(vault, 'vault import', OLD, CURRENT);
    const forgotten = (await readdir(join(vault, 'archives'))).find((name) => name.startsWith('2019')) ?? '';
    expect((await run(vault, 'vault forget', forgotten)).status).toBe(0);
    for (const flags of [['--dry-run'], []]) {
      const { status, err } = await run(vault, 'vault rebuild', '--fresh', ...flags);
      expect([status, err]).toEqual([3, expect.stringContaining(`NOT in the new store`)]);
      expect(err).toContain(forgotten);
    }
  });

  it('keeps a store that another command made while it waited, and adds to it', async () => {
    const directory = await openCopy();
    const vault = await openVault(directory, { clock: model.clock });
    const aside = join(model.directory, 'other.db');
    await cp(vault.storePath, aside);
    await rm(vault.storePath);
    const { setAside, archives } = await rebuild(vault, (event) => {
      if (event.type === 'planned' && existsSync(aside)) {
        renameSync(aside, vault.storePath); // Simulates a load that finishes between the plan and the lock.
      }
    });
    expect([setAside, archives]).toEqual([undefined, []]);
  });

  it('exchanges the stores so that readers find one at every moment', async () => {
    const directory = await openCopy();
    const disk = createSystemDisk();
    const seen: boolean[] = [];
    const look = () => seen.push(existsSync(join(directory, 'store.db')));
    const watching: Disk = {
      ...disk,
      async rename(from, to) {
        await disk.rename(from, to);
        look();
      },
      async syncDirectory(path) {
        look();
        await disk.syncDirectory(path);
      },
    };
    const vault = await openVault(directory, { clock: model.clock, disk: watching });
    const { setAside } = await rebuild(vault, () => undefined);
    expect(setAside).toMatch(/^damaged\/.*-store\.db$/);
    expect(existsSync(join(directory, setAside ?? ''))).toBe(true);
    expect([seen.length > 3, seen.every((isThere) => isThere)]).toEqual([true, true]);
  });

  it('removes an unfinished new store with "vault prune"', async () => {
    const vault = await openCopy();
    await writeFile(join(vault, 'store.db.rebuilt'), 'half');
    expect((await run(vault, 'vault prune')).out).toContain('store.db.rebuilt');
    expect(existsSync(join(vault, 'store.db.rebuilt'))).toBe(false);
  });

  it('loads what can be loaded, and reports what cannot and what is lost', async () => {
    const vault = await openCopy();
    const [first, , third] = await readdir(join(vault, 'archives'));
    await run(vault, 'vault forget', first ?? '');
    await backup(vault);
    await writeFile(join(vault, 'archives', third ?? ''), 'rotten');
    await rm(join(vault, 'store.db'));
    const { status, err } = await run(vault, 'vault rebuild');
    expect(status).toBe(6);
    expect(err).toContain('NOT in the new store: snapshots whose archives are no longer in the vault');
    expect(err).toContain('2 archives loaded');
    expect(err).toContain('1 could not be');
  });

  itLong('loads what an interrupted import left, and so does the same import again', async () => {
    const directory = join(model.directory, 'imported');
    for (const [again, archive] of [
      ['vault rebuild', CURRENT],
      ['vault import', OLD],
    ] as const) {
      expect((await run(directory, 'vault import', archive)).status).toBeLessThan(4);
      const vault = await openVault(directory, { clock: model.clock });
      const [manifest] = await vault.manifests();
      if (manifest !== undefined) {
        await vault.addManifest({ ...manifest, loading: 'owed' });
      }
      await rm(vault.storePath);
      expect((await run(directory, 'vault check')).status).not.toBe(0);
      await run(directory, again, ...(again === 'vault import' ? [OLD, CURRENT] : []));
      const check = await run(directory, 'vault check', '--read-data');
      expect([check.status, check.out]).toEqual([0, expect.stringContaining('no damage')]);
    }
    expect((await run(directory, 'vault import', CURRENT)).err).not.toContain('Loaded');
  });
});
