import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { readVaultStatus, type VaultStatus } from '../../src/keeping/vault-status.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { OLD } from '../house/samples.ts';
import { addArchive, DAY_MS } from '../vault/support/manifests.ts';

const clock = createDrivenClock(Date.UTC(2026, 0, 10));
let directory: string;
let vault: Vault;

beforeEach(async () => {
  directory = temporaryFolder();
  vault = await openVault(join(directory, 'vault'), { clock, create: true });
});

async function status(maxAgeDays?: number, accounts?: readonly string[]): Promise<VaultStatus> {
  const maxAgeMs = maxAgeDays === undefined ? undefined : maxAgeDays * DAY_MS;
  return await readVaultStatus({ vault, nowMs: clock.now(), maxAgeMs, accounts, maxDrop: 0.2 });
}

describe('readVaultStatus()', () => {
  it('warns if the store is missing, cannot be read, or lacks something', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1, loading: 'owed' });
    const told = async () => {
      const { exit, storeFault } = await status();
      return [exit, storeFault];
    };
    expect(await told()).toEqual(['warnings', expect.stringContaining('should have 1 archive;')]);
    await writeFile(vault.storePath, 'no store at all');
    expect(await told()).toEqual(['warnings', expect.stringContaining('it is not a SQLite database')]);
    await rm(vault.storePath);
    await loadArchiveSource({
      sources: [await openArchiveSource(OLD)],
      dbPath: vault.storePath,
      archive: { name: 'other.tar.gz' },
      clock,
    });
    expect(await told()).toEqual(['warnings', expect.stringContaining('no snapshot of 1 archive')]);
  });

  it('reports that there is no good backup if none is verified and present', async () => {
    expect((await status()).exit).toBe('absent');
    await addArchive(vault, 'a.tar.gz', { isVerified: false });
    expect((await status()).exit).toBe('absent');
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await rm(vault.archivePath('b.tar.gz'));
    expect((await status()).exit).toBe('absent');
  });

  it('accepts a verified backup of any age unless a maximum is given', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1 });
    const { exit, accounts } = await status();
    expect(exit).toBe('done');
    expect(accounts[0]).toMatchObject({
      account: 'mira',
      lastGood: {
        takenAt: '2026-01-02T00:00:00Z',
        ageMs: 8 * DAY_MS,
        sizes: { repositories: 1, records: 3 },
      },
      archives: 1,
      verifiedArchives: 1,
    });
  });

  it('fails if the last good backup of any account is too old', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1 });
    await addArchive(vault, 'b.tar.gz', { day: 8, account: 'tom' });
    expect((await status(9)).exit).toBe('done');
    expect((await status(7)).exit).toBe('failed');
    expect((await status(7, ['tom'])).exit).toBe('done');
  });

  it('counts the last good one, not a newer one that is not verified, and warns of it', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1 });
    await addArchive(vault, 'b.tar.gz', { day: 8, isVerified: false });
    const { exit, accounts } = await status();
    expect(exit).toBe('warnings');
    expect(accounts[0]?.lastGood?.paths).toEqual([vault.archivePath('a.tar.gz')]);
    expect((await status(2)).exit).toBe('failed');
  });

  it('ignores an archive that is dated in the future if there is another good one', async () => {
    const century = { takenAt: '2099-01-01T00:00:00.000Z' };
    await addArchive(vault, 'a.tar.gz', { day: 1 });
    await addArchive(vault, 'b.tar.gz', century);
    const { exit, accounts } = await status();
    expect(exit).toBe('warnings');
    expect(accounts[0]?.lastGood).toMatchObject({ takenAt: '2026-01-02T00:00:00Z', ageMs: 8 * DAY_MS });
    expect(accounts[0]?.suspicion).toContain('"b.tar.gz" is dated in the future, 2099-01-01');
    expect([(await status(9)).exit, (await status(7)).exit]).toEqual(['warnings', 'failed']);
  });

  it('fails if the age of the only good backup is unknown and a maximum is given', async () => {
    await addArchive(vault, 'a.tar.gz', { takenAt: '2099-01-01T00:00:00.000Z' });
    expect((await status()).accounts[0]?.lastGood).toMatchObject({ ageMs: undefined });
    expect([(await status()).exit, (await status(36_500)).exit]).toEqual(['warnings', 'failed']);
  });

  it('warns of a backup that is incomplete, and of one that is much smaller', async () => {
    await addArchive(vault, 'a.tar.gz', { counts: { issue: 100 } });
    const check = {
      name: 'git' as const,
      result: 'incomplete' as const,
      summary: 'A ref is gone',
      details: [],
    };
    await addArchive(vault, 'b.tar.gz', {
      day: 1,
      counts: { issue: 100 },
      completeness: { isComplete: false, checks: [check] },
    });
    expect((await status()).exit).toBe('warnings');
    // Those of another scope, which come first, are like each other.
    const scope = { selection: 'all repositories', exclusions: [] };
    await addArchive(vault, '0.tar.gz', { day: -1, scope });
    await addArchive(vault, 'c.tar.gz', { day: 2, counts: { issue: 10 } });
    const { exit, accounts } = await status();
    expect([exit, accounts[0]?.suspicion]).toEqual([
      'warnings',
      expect.stringContaining('fell from 100 to 10'),
    ]);
  });

  it('is good without the files that no archive contains, and names them', async () => {
    const outside = ['In "repositories/mira/lantern.git": It has only the pointers to 3 files in Git LFS'];
    await addArchive(vault, 'a.tar.gz', { completeness: { isComplete: true, checks: [], outside } });
    const { exit, accounts } = await status();
    expect([exit, accounts[0]?.lastGood?.completeness?.outside]).toEqual(['done', outside]);
  });

  it('reports outstanding requests and how the last run ended, from the journal', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1 });
    const journal = await vault.journal.open('run-1');
    await journal.write({
      type: 'run-begun',
      command: 'satchel backup',
      satchelVersion: '0.1.0',
      baseUrl: 'https://code.example/api/v3/',
      owner: { type: 'user' },
    });
    await journal.write({ type: 'account-known', account: 'mira' });
    await journal.write({ type: 'unlock-owed', migrationId: 7, repositories: ['mira/lantern'] });
    await journal.write({ type: 'run-ended', exit: 'temporary', reason: 'the network is gone' });
    await journal.close();
    const { exit, owed, lastRun } = await status();
    expect(exit).toBe('warnings');
    expect(owed[0]?.unlocks).toEqual([{ migrationId: 7, repository: 'mira/lantern' }]);
    expect(lastRun).toMatchObject({ exit: 'temporary', reason: 'the network is gone' });
  });
});
