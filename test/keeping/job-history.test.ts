import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { definedMembers } from '../../src/base/json.ts';
import { type JobIdentity, readJobHistory } from '../../src/keeping/job-history.ts';
import type { MigrationOwner } from '../../src/model/migrations.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { addArchive, DAY_MS } from '../vault/support/manifests.ts';

const START_MS = Date.UTC(2026, 0, 1);
const clock = createDrivenClock(START_MS + 10 * DAY_MS);
const BASE = 'https://code.example/api/v3/';
const JOB: JobIdentity = {
  name: 'nightly',
  configuration: 'aaaaaaaa',
  otherJobs: ['weekly'],
  baseUrl: BASE,
  owner: { type: 'user' },
};

let directory: string;
let vault: Vault;

beforeEach(async () => {
  directory = temporaryFolder();
  vault = await openVault(join(directory, 'vault'), { clock, create: true });
});

interface Run {
  readonly job?: string;
  readonly configuration?: string;
  readonly account?: string;
  readonly baseUrl?: string;
  readonly owner?: MigrationOwner;
  readonly day?: number;
  readonly fails?: boolean;
}

/** Adds a run and its archive, as a backup does. */
async function addRun(name: string, { job, configuration, day = 0, fails, ...rest }: Run): Promise<void> {
  const { account = 'mira', baseUrl = BASE, owner = { type: 'user' } } = rest;
  const journal = await vault.journal.open(name);
  await journal.write({
    type: 'run-begun',
    command: 'satchel backup',
    satchelVersion: '1',
    baseUrl,
    owner,
    ...definedMembers({ job, configuration }),
  });
  await journal.write({ type: 'account-known', account });
  if (fails === true) {
    await journal.write({ type: 'run-ended', exit: 'temporary', reason: 'the network is gone' });
  } else {
    const request = { repositories: ['mira/lantern'] };
    await journal.write({ type: 'backup-begun', backup: name, account, wish: '{}', request });
    await addArchive(vault, `${name}.tar.gz`, { day, account, baseUrl, backup: name });
    await journal.write({ type: 'run-ended', exit: 'done' });
  }
  await journal.close();
}

async function lastGoodDay(job: JobIdentity = JOB): Promise<number | undefined> {
  const { lastGood } = await readJobHistory(vault, job, clock.now());
  return lastGood && (lastGood.atMs - START_MS) / DAY_MS;
}

describe('readJobHistory()', () => {
  it('is empty for a vault in which nothing happened', async () => {
    expect(await readJobHistory(vault, JOB, clock.now())).toEqual({
      lastRun: undefined,
      lastGood: undefined,
    });
  });

  it('tells the jobs of configurations apart that have the same name, account and vault', async () => {
    await addRun('a', { job: 'nightly', configuration: 'aaaaaaaa', day: 2 });
    await addRun('b', { job: 'nightly', configuration: 'aaaaaaaa', fails: true });
    await addRun('c', { job: 'nightly', configuration: 'bbbbbbbb', day: 5 });
    await addRun('d', { job: 'hourly', configuration: 'bbbbbbbb', day: 6 });
    expect(await readJobHistory(vault, JOB, clock.now())).toMatchObject({ lastRun: { run: 'b' } });
    expect(await lastGoodDay()).toBe(2);
    const other = { ...JOB, configuration: 'bbbbbbbb', otherJobs: ['hourly'] };
    expect(await readJobHistory(vault, other, clock.now())).toMatchObject({ lastRun: { run: 'c' } });
    expect(await lastGoodDay(other)).toBe(5);
  });

  it('finds the last run and the last good backup of the job, however it was started', async () => {
    await addRun('a', { job: 'nightly', day: 3 });
    await addRun('b', { job: 'nightly', fails: true });
    const { lastRun } = await readJobHistory(vault, JOB, clock.now());
    expect(lastRun).toMatchObject({ run: 'b', exit: 'temporary', reason: 'the network is gone' });
    expect(await lastGoodDay()).toBe(3);
  });

  it('counts manual backups, but not those of another job of the configuration', async () => {
    await addRun('a', { job: 'nightly', day: 1 });
    await addRun('b', { job: 'weekly', day: 5 });
    expect(await lastGoodDay()).toBe(1);
    expect(await lastGoodDay({ ...JOB, name: 'weekly', otherJobs: ['nightly'] })).toBe(5);
    await addRun('c', { day: 4 });
    expect(await lastGoodDay()).toBe(4);
    await addRun('d', { job: 'its-former-name', day: 6 });
    expect(await lastGoodDay()).toBe(6);
  });

  it('keeps services, accounts and organizations apart', async () => {
    await addRun('a', { day: 1 });
    await addRun('b', { day: 2, baseUrl: 'https://other.example/api/v3/' });
    await addRun('c', { day: 3, account: 'acme', owner: { type: 'organization', name: 'acme' } });
    expect(await lastGoodDay()).toBe(1);
    expect(await lastGoodDay({ ...JOB, owner: { type: 'organization', name: 'acme' } })).toBe(3);
    await addRun('d', { day: 4, account: 'tom' });
    expect(await lastGoodDay()).toBe(undefined);
    await addRun('e', { job: 'nightly', fails: true });
    expect(await lastGoodDay()).toBe(1);
  });

  it('believes no archive that is gone, not verified, or dated in the future', async () => {
    await addRun('a', { job: 'nightly', day: 1 });
    await addRun('b', { job: 'nightly', day: 2 });
    await rm(vault.archivePath('b.tar.gz'));
    await addRun('c', { job: 'nightly', day: 26_000 });
    await addArchive(vault, 'd.tar.gz', { day: 5, baseUrl: BASE, isVerified: false });
    expect(await lastGoodDay()).toBe(1);
  });

  it('takes names of accounts in another case for the same', async () => {
    await addRun('a', { day: 1, account: 'Mira' });
    await addRun('b', { day: 2 });
    await addArchive(vault, 'imported.tar.gz', { day: 3, baseUrl: BASE, account: 'tom' });
    expect(await lastGoodDay()).toBe(2);
  });

  it('uses the only account at the service if the journal names none', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 1, baseUrl: BASE, account: 'Mira' });
    expect(await lastGoodDay()).toBe(1);
    await addArchive(vault, 'c.tar.gz', { day: 2, baseUrl: BASE });
    expect(await lastGoodDay()).toBe(2);
    await addArchive(vault, 'b.tar.gz', { day: 2, baseUrl: BASE, account: 'tom' });
    expect(await lastGoodDay()).toBe(undefined);
  });
});
