import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkGit } from '../../../src/backup/completeness/check-git.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { CURRENT } from '../../house/samples.ts';
import { addArchive } from '../../vault/support/manifests.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';

/**
 * Ways in which other tools have silently lost data, according to their source code and their users. Each has a test
 * that shows how a vault behaves instead.
 */

const DAY_MS = 86_400_000;

async function run(bench: BackupBench, ...args: readonly string[]) {
  const [command = '', ...rest] = args;
  return await bench.run([...command.split(' '), '--vault', bench.vault, ...rest], { clock: bench.clock });
}

async function archivesOf(bench: BackupBench): Promise<readonly string[]> {
  return (await readdir(join(bench.vault, 'archives'))).toSorted();
}

describe('what other tools lost quietly', () => {
  let bench: BackupBench;

  beforeAll(async () => {
    bench = await openBackupBench({ dialect: 'github' });
  });

  it('old copies are removed only once the new one is verified and noted down', async () => {
    const own = await openBackupBench({}, 'truncated_archive,skip=1,times=60');
    expect((await own.backup()).status).toBe(0);
    const before = await archivesOf(own);
    own.clock.advance(DAY_MS);
    const { status } = await own.backup('--fresh', '--keep-last', '1');
    expect([5, 6]).toContain(status);
    expect(before.every((name) => existsSync(join(own.vault, 'archives', name)))).toBe(true);
    const other = await openBackupBench();
    await other.backup();
    other.clock.advance(DAY_MS);
    expect((await other.backup('--fresh', '--keep-last', '1')).status).toBe(0);
    expect(await archivesOf(other)).toHaveLength(1);
    const order = (await other.journal()).map(({ type }) => type);
    expect(order.indexOf('archives-forgotten')).toBeGreaterThan(order.lastIndexOf('manifest-written'));
  });

  it('keeping N keeps N, not one less or more', async () => {
    const own = await openBackupBench();
    const vault = await openVault(own.vault, { clock: own.clock, create: true });
    for (let day = 0; day < 6; day += 1) {
      await addArchive(vault, `a${day}.tar.gz`, { day });
    }
    expect((await run(own, 'vault forget', '--keep-last', '4')).status).toBe(0);
    expect(await archivesOf(own)).toEqual(['a2.tar.gz', 'a3.tar.gz', 'a4.tar.gz', 'a5.tar.gz']);
    expect((await run(own, 'vault forget', '--keep-last', '4')).out).toContain('0 archives removed');
  });

  it('a file with the right name is not a backup: it counts only if complete and with a manifest', async () => {
    const own = await openBackupBench();
    const vault = await openVault(own.vault, { clock: own.clock, create: true });
    await writeFile(vault.archivePath('20260601T000000Z-mira-7.tar.gz'), 'half of it');
    expect((await run(own, 'status')).status).toBe(10);
    expect((await run(own, 'vault check')).out).toContain('manifest-missing');
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await writeFile(vault.archivePath('b.tar.gz'), 'b');
    expect((await run(own, 'status')).status).toBe(10);
    expect((await run(own, 'vault check')).status).toBe(6);
  });

  it('an error page is not taken for an archive', async () => {
    const own = await openBackupBench();
    const page = join(own.directory, 'user-migration-7.tar.gz');
    await writeFile(page, '<!DOCTYPE html><title>503 Service Unavailable</title>');
    expect((await run(own, 'vault import', page, '--move')).status).toBe(6);
    expect(await readFile(page, 'utf8')).toContain('503');
    expect(await archivesOf(own)).toEqual([]);
  });

  it('unpacking or moving never removes the only copy: what cannot be read stays where it is', async () => {
    const own = await openBackupBench();
    const cut = join(own.directory, 'cut.tar.gz');
    await writeFile(cut, (await readFile(CURRENT)).subarray(0, 50_000));
    expect((await run(own, 'vault import', cut, '--move')).status).toBe(6);
    expect((await readFile(cut)).length).toBe(50_000);
  });

  it('a backup of 24 MB after one of 26 GB is not a good one, and pushes nothing out', async () => {
    const own = await openBackupBench();
    const vault = await openVault(own.vault, { clock: own.clock, create: true });
    await addArchive(vault, 'a.tar.gz', { day: 0, bytes: Buffer.alloc(2_600_000) });
    await addArchive(vault, 'b.tar.gz', { day: 1, bytes: Buffer.alloc(2_600_000, 1) });
    await addArchive(vault, 'c.tar.gz', { day: 2, bytes: Buffer.alloc(2_400, 2) });
    await addArchive(vault, 'd.tar.gz', { day: 3, bytes: Buffer.alloc(2_400, 3) });
    const forgotten = await run(own, 'vault forget', '--keep-last', '1');
    expect(forgotten.status).toBe(3);
    expect(forgotten.out).toContain('the size fell from 2.48 MiB to 2.34 KiB');
    expect(await archivesOf(own)).toHaveLength(4);
    expect((await run(own, 'status')).status).toBe(3);
    expect((await run(own, 'vault forget', '--keep-last', '1', '--max-drop', '100%')).status).toBe(0);
    expect(await archivesOf(own)).toEqual(['d.tar.gz']);
  });

  it('success is reported only after verify and load: a failed run leaves the status at the last good one', async () => {
    const own = await openBackupBench({}, 'answer,status=503,route=storage,skip=1,times=60');
    expect((await own.backup()).status).toBe(0);
    own.clock.advance(9 * DAY_MS);
    expect((await own.backup('--fresh')).status).toBe(5);
    const { status, out } = await run(own, 'status', '--max-age', '8d');
    expect([status, out.includes('TOO OLD'), out.includes('temporary')]).toEqual([1, true, true]);
  });

  it('an incomplete backup says what is missing, in the status and by its exit', async () => {
    const own = await openBackupBench();
    const vault = await openVault(own.vault, { clock: own.clock, create: true });
    await addArchive(vault, 'a.tar.gz', {
      completeness: {
        isComplete: false,
        checks: [
          {
            name: 'repositories',
            result: 'incomplete',
            summary: '1 of 2 requested repositories are in the archive',
            details: ['mira/quill: the migration left it out'],
          },
        ],
      },
    });
    const { status, out } = await run(own, 'status');
    expect([status, out.includes('1 of 2 requested')]).toEqual([3, true]);
  });

  it('digests cover archives, attachments and repositories, not only the records', async () => {
    const own = await openBackupBench();
    expect((await run(own, 'vault import', CURRENT)).status).toBe(0);
    for (const folder of ['archives', 'blobs', 'git']) {
      const entries = await readdir(join(own.vault, folder), { recursive: true, withFileTypes: true });
      const file = entries.find((entry) => entry.isFile());
      const path = join(file?.parentPath ?? '', file?.name ?? '');
      const good = await readFile(path);
      const bad = Buffer.from(good);
      bad[bad.length - 1] = (bad.at(-1) ?? 0) ^ 1;
      await writeFile(path, bad);
      expect([folder, (await run(own, 'vault check', '--read-data')).status]).toEqual([folder, 6]);
      await writeFile(path, good);
    }
    expect((await run(own, 'vault check', '--read-data')).status).toBe(0);
  });

  it('accounts never replace each other: imported work of another person stays', async () => {
    const own = await openBackupBench();
    const vault = await openVault(own.vault, { clock: own.clock, create: true });
    await addArchive(vault, 'tom.tar.gz', { day: 0, account: 'tom' });
    await addArchive(vault, 'server.tar.gz', { day: 0, baseUrl: 'https://other.example/api/v3/' });
    for (let day = 1; day < 4; day += 1) {
      await addArchive(vault, `a${day}.tar.gz`, { day });
    }
    await run(own, 'vault forget', '--keep-last', '1');
    expect(await archivesOf(own)).toEqual(['a3.tar.gz', 'server.tar.gz', 'tom.tar.gz']);
  });

  it('git data is judged: a repository whose objects are gone makes a backup incomplete', async () => {
    const { signal } = new AbortController();
    expect((await bench.backup()).status).toBe(0);
    const vault = await openVault(bench.vault, { clock: bench.clock });
    const PATH = process.env['PATH'] ?? '';
    const judge = async (searchPath: string | undefined) =>
      await checkGit({
        vault,
        request: { repositories: [] },
        lacking: [],
        snapshotId: 1,
        searchPath,
        signal,
      });
    expect((await judge(PATH)).check).toMatchObject({ result: 'complete', details: [] });
    const entries = await readdir(join(bench.vault, 'git'), { recursive: true, withFileTypes: true });
    const pack = entries.find(({ name }) => name.endsWith('.pack'));
    const path = join(pack?.parentPath ?? '', pack?.name ?? '');
    const aside = join(bench.directory, 'aside.pack');
    await copyFile(path, aside);
    await rm(path);
    expect((await judge(PATH)).check.result).toBe('incomplete');
    await mkdir(join(bench.vault, 'git'), { recursive: true });
    await copyFile(aside, path);
    expect((await judge(PATH)).check.result).toBe('complete');
    expect((await judge(undefined)).check.result).toBe('unknown');
  });
});
