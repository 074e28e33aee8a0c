import { chmod, cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/vault/manifest.ts';
import { openVault } from '../../src/vault/vault.ts';
import { type BackupBench, openBackupBench } from '../backup/support/backup-bench.ts';

let bench: BackupBench;
let names: readonly string[];

/** A vault with two backups, created once and copied for each test. */
beforeAll(async () => {
  bench = await openBackupBench({ repositories: 1, issues: 2 });
  expect((await bench.backup()).status).toBe(0);
  bench.clock.advance(86_400_000);
  expect((await bench.backup('--fresh')).status).toBe(0);
  names = (await bench.manifests()).map(({ archive }) => archive);
});

async function copyVault() {
  const vault = join(bench.directory, 'copy');
  await rm(vault, { recursive: true, force: true });
  await cp(bench.vault, vault, { recursive: true });
  const run = async (command: string, ...args: readonly string[]) =>
    await bench.run([...command.split(' '), '--vault', vault, ...args], { clock: bench.clock });
  const manifestPath = (name: string) => join(vault, 'manifests', `${name}.json`);
  const readManifest = async (name: string) =>
    JSON.parse(await readFile(manifestPath(name), 'utf8')) as Manifest;
  return { vault, run, manifestPath, readManifest };
}

async function readJournalOf(directory: string) {
  return await (await openVault(directory, { clock: bench.clock })).journal.read();
}

describe('repairVault()', () => {
  it('records that an archive and its manifest are missing, unless it was forgotten', async () => {
    const { vault, run, manifestPath } = await copyVault();
    const [first = '', second = ''] = names;
    expect((await run('vault forget', '--keep-last', '1')).status).toBe(0);
    expect((await run('vault check')).out).not.toContain(first);
    await rm(join(vault, 'archives', second));
    await rm(manifestPath(second));
    const checked = await run('vault check');
    expect([checked.status, checked.out]).toEqual([6, expect.stringContaining('archive-lost')]);
    expect((await run('status')).out).toContain(`lost       the archive ${second}`);
    expect((await run('vault repair')).out).toContain(`archives/${second}`);
    expect((await run('vault check')).out).not.toContain('archive-lost');
  });

  it('records the present archives if the journal was lost, so that later losses are noticed', async () => {
    const { vault, run, manifestPath } = await copyVault();
    const [first = ''] = names;
    await rm(join(vault, 'journal.log'));
    expect((await run('vault check')).out).toContain('journal-lost');
    await run('vault repair');
    expect((await run('vault check')).out).not.toContain('journal-lost');
    await rm(join(vault, 'archives', first));
    await rm(manifestPath(first));
    expect((await run('vault check')).out).toContain('archive-lost');
  });

  it('reports any line that was cut out of the journal, until it is repaired', async () => {
    const { vault, run } = await copyVault();
    const path = join(vault, 'journal.log');
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    const { lines: kept } = await readJournalOf(vault);
    expect(kept).toHaveLength(lines.length);
    for (const number of lines.slice(0, -1).keys()) {
      await writeFile(path, `${lines.toSpliced(number, 1).join('\n')}\n`);
      expect((await readJournalOf(vault)).damage).toBe(`has lost lines before line ${number + 1}`);
    }
    const checked = await run('vault check');
    expect([checked.status, checked.out]).toEqual([3, expect.stringContaining('journal-damaged')]);
    expect(await run('log')).toMatchObject({
      status: 3,
      err: expect.stringContaining('The journal has lost lines before line'),
    });
    expect((await run('vault repair')).out).toContain('has lost lines before line');
    expect((await run('vault check')).out).not.toContain('journal-damaged');
    expect((await readJournalOf(vault)).lines.slice(0, -1)).toEqual(kept.toSpliced(-2, 1));
  });

  it('counts an archive that rotted as not verified until another copy is imported', async () => {
    const { vault, run, readManifest } = await copyVault();
    const [first = ''] = names;
    const path = join(vault, 'archives', first);
    const whole = await readFile(path);
    const rotten = Buffer.from(whole);
    rotten[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
    await writeFile(path, rotten);
    expect((await run('vault repair', '--dry-run')).out).toContain(`would repair  archives/${first}`);
    expect((await readManifest(first)).isVerified).toBe(true);
    expect((await run('vault repair')).out).toContain(`repaired      archives/${first}`);
    expect((await readManifest(first)).isVerified).toBe(false);
    expect((await run('vault repair')).out).not.toContain(first);
    const copy = join(bench.directory, 'copy.tar.gz');
    await writeFile(copy, whole);
    expect((await run('vault import', copy)).status).toBe(0);
    expect(await readManifest(first)).toMatchObject({ isVerified: true, archive: first });
    expect((await run('vault check', '--read-data')).status).toBe(0);
  });

  it('closes folders that older versions left open to other users', async () => {
    const { vault, run } = await copyVault();
    for (const folder of ['archives', 'manifests', 'git']) {
      await chmod(join(vault, folder), 0o755);
    }
    const checked = await run('vault check');
    expect([checked.status, checked.out.match(/info {2}folder-open/g)?.length]).toEqual([0, 3]);
    expect((await run('vault repair')).out).toContain('made private');
    expect((await stat(join(vault, 'archives'))).mode & 0o777).toBe(0o700);
    expect((await run('vault check')).out).not.toContain('folder-open');
  });

  it('rebuilds a manifest with the request in the journal', async () => {
    const { run, manifestPath, readManifest } = await copyVault();
    const [first = ''] = names;
    const { request, backup } = await readManifest(first);
    expect(request?.repositories).toHaveLength(1);
    await rm(manifestPath(first));
    expect((await run('vault repair')).status).toBe(0);
    expect(await readManifest(first)).toMatchObject({ request, backup });
  });
});
