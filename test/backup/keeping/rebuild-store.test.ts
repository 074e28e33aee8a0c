import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { openVault } from '../../../src/vault/index.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';

const DAY_MS = 86_400_000;
const CURRENT = fileURLToPath(new URL('../../../samples/current.tar.gz', import.meta.url));
const OLD = fileURLToPath(new URL('../../../samples/2019.tar.gz', import.meta.url));

async function open(): Promise<BackupBench> {
  const bench = await openBackupBench({ repositories: 2, issues: 1 });
  onTestFinished(() => bench.close());
  return bench;
}

async function run(bench: BackupBench, command: string, ...args: readonly string[]) {
  return await bench.run([...command.split(' '), '--vault', bench.vault, ...args], { clock: bench.clock });
}

/** A vault with backups of several days. */
async function openWithBackups(count: number, ...args: readonly string[]): Promise<BackupBench> {
  const bench = await open();
  for (let day = 0; day < count; day += 1) {
    expect((await bench.backup('--fresh', ...args)).status).toBe(0);
    bench.clock.advance(DAY_MS);
  }
  return bench;
}

/** Everything in a store but when it was loaded. */
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
  it('makes the same store again where it is gone, also of parts', async () => {
    const bench = await openWithBackups(2, '--split', '1');
    const storePath = join(bench.vault, 'store.db');
    const before = contentOf(storePath);
    await rm(storePath);
    expect((await run(bench, 'vault check')).status).toBe(6);
    expect((await run(bench, 'status')).status).toBe(3);
    const dry = await run(bench, 'vault rebuild', '--dry-run');
    expect([dry.status, dry.err]).toEqual([0, expect.stringContaining('Would load 4 archives:')]);
    expect(existsSync(storePath)).toBe(false);
    const { status, err } = await run(bench, 'vault rebuild');
    expect([status, err]).toEqual([0, expect.stringMatching(/4 archives loaded, \d+ records\n$/)]);
    expect(contentOf(storePath)).toEqual(before);
    expect((await run(bench, 'vault check', '--read-data')).status).toBe(0);
    expect((await run(bench, 'status')).status).toBe(0);
    expect((await run(bench, 'vault rebuild')).err).toBe('The store has everything that it should\n');
  });

  it('removes no archive whose history is in no store, by rules or by name', async () => {
    const bench = await openWithBackups(2);
    await rm(join(bench.vault, 'store.db'));
    const before = await readdir(join(bench.vault, 'archives'));
    const { status, out, err } = await bench.backup('--fresh', '--keep-last', '1');
    expect(status).toBe(3);
    expect(out + err).toContain('it has nothing of 2 archives');
    expect(out + err).toContain('"satchel vault rebuild" loads it');
    expect(await readdir(join(bench.vault, 'archives'))).toEqual(expect.arrayContaining(before));
    expect((await run(bench, 'vault forget', before[0] ?? '')).status).toBe(3);
    expect((await run(bench, 'vault rebuild')).status).toBe(0);
    expect((await bench.stored()).snapshots).toBe(3);
    expect((await run(bench, 'vault forget', '--keep-last', '1')).status).toBe(0);
    expect(await readdir(join(bench.vault, 'archives'))).toHaveLength(1);
  });

  it('finds a letter that changed in the store, and goes on saying so until it is made anew', async () => {
    const bench = await openWithBackups(2);
    const storePath = join(bench.vault, 'store.db');
    const before = contentOf(storePath);
    await flip(storePath, bench.sandbox.ready.repositories[0] ?? '');
    expect((await run(bench, 'vault check', '--read-data')).out).toContain('store-damaged');
    const backup = await bench.backup('--fresh');
    expect([backup.status, backup.err]).toEqual([3, expect.stringContaining('other bytes than the last run wrote')]);
    expect((await run(bench, 'vault check')).out).toContain('store-damaged');
    expect((await run(bench, 'status')).status).toBe(3);
    expect((await run(bench, 'vault rebuild')).status).toBe(0);
    expect((await run(bench, 'vault check', '--read-data')).status).toBe(0);
    expect(contentOf(storePath)).toMatchObject({ snapshots: [{}, {}, {}] });
    expect(before).toMatchObject({ snapshots: [{}, {}] });
    expect(await readdir(join(bench.vault, 'damaged'))).toEqual([expect.stringMatching(/-store\.db$/)]);
  });

  it('lets a backup begin a new store where the old one cannot be read, and keeps the old one', async () => {
    const bench = await openWithBackups(1);
    await writeFile(join(bench.vault, 'store.db'), 'no store at all');
    const { status, err } = await bench.backup('--fresh');
    expect([status, err]).toEqual([3, expect.stringContaining('begins a new store')]);
    expect(await bench.manifests()).toHaveLength(2);
    expect((await bench.stored()).snapshots).toBe(1);
    expect((await run(bench, 'vault check')).out).toContain('snapshot-missing');
    expect((await bench.backup('--fresh')).status).toBe(3);
    expect((await run(bench, 'vault rebuild')).status).toBe(0);
    expect((await bench.stored()).snapshots).toBe(3);
    expect((await run(bench, 'vault check', '--read-data')).status).toBe(0);
  });

  it('loads what can be loaded, and says what cannot and what nobody has any more', async () => {
    const bench = await openWithBackups(3);
    await run(bench, 'vault forget', (await bench.manifests())[0]?.archive ?? '');
    const [second] = await bench.manifests();
    await writeFile(join(bench.vault, 'archives', second?.archive ?? ''), 'rotten');
    await rm(join(bench.vault, 'store.db'));
    const { status, err } = await run(bench, 'vault rebuild');
    expect(status).toBe(6);
    expect(err).toContain('was loaded once and is in the vault no more');
    expect(err).toContain('1 archive loaded');
    expect(err).toContain('1 could not be');
  });

  it('loads what an import that broke off left, and so does the same import again', async () => {
    const bench = await open();
    for (const again of ['vault rebuild', 'vault import']) {
      const paths = again === 'vault rebuild' ? [CURRENT] : [OLD];
      expect((await run(bench, 'vault import', ...paths)).status).toBeLessThan(4);
      const vault = await openVault(bench.vault, { clock: bench.clock });
      const [manifest] = await vault.manifests();
      if (manifest !== undefined) {
        await vault.addManifest({ ...manifest, loading: 'owed' });
      }
      await rm(vault.storePath);
      expect((await run(bench, 'vault check')).status).not.toBe(0);
      await run(bench, again, ...(again === 'vault import' ? [OLD, CURRENT] : []));
      const check = await run(bench, 'vault check', '--read-data');
      expect([check.status, check.out]).toEqual([0, expect.stringContaining('no damage')]);
    }
    await copyFile(CURRENT, join(bench.directory, 'copy.tar.gz'));
    const { err } = await run(bench, 'vault import', join(bench.directory, 'copy.tar.gz'));
    expect(err).not.toContain('Loaded');
  });
});
