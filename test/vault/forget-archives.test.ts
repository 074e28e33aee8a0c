import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { forgetArchives, readKeptSnapshots } from '../../src/vault/forget-archives.ts';
import { planRetention } from '../../src/vault/plan-retention.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { addArchive } from './support/manifests.ts';

const clock = createDrivenClock(Date.UTC(2026, 4, 1));
const LAST_1 = { counts: { last: 1 }, within: {}, maxDrop: 0.2 };
let directory: string;
let vault: Vault;

beforeEach(async () => {
  directory = temporaryFolder();
  vault = await openVault(join(directory, 'vault'), { clock, create: true });
});

async function forget(proved?: ReadonlySet<string>): Promise<readonly string[]> {
  const groups = planRetention(await readKeptSnapshots(vault), LAST_1, Date.UTC(2030));
  const { signal } = new AbortController();
  const journal = { write: async () => undefined };
  return (await forgetArchives({ vault, journal, groups, proved, signal, onForgotten: () => undefined }))
    .archives;
}

async function names(): Promise<readonly string[]> {
  return (await vault.manifests()).map(({ archive }) => archive);
}

describe('forgetArchives()', () => {
  it('removes the oldest first, and says how much room that made', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 0 });
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await addArchive(vault, 'c.tar.gz', { day: 2 });
    expect(await forget()).toEqual(['a.tar.gz', 'b.tar.gz']);
    expect(await names()).toEqual(['c.tar.gz']);
  });

  it('removes nothing if the newest remaining copy is damaged', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 0 });
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await writeFile(vault.archivePath('b.tar.gz'), 'B.tar.gz');
    await expect(forget()).rejects.toMatchObject({ code: 'archive-damaged' });
    expect(await names()).toEqual(['a.tar.gz', 'b.tar.gz']);
  });

  it('does not count an archive whose file is gone or cut short as a verified copy', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 0 });
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await addArchive(vault, 'c.tar.gz', { day: 2 });
    await rm(vault.archivePath('c.tar.gz'));
    await writeFile(vault.archivePath('b.tar.gz'), 'b');
    expect(await forget()).toEqual([]);
    expect(await names()).toContain('a.tar.gz');
  });

  it('does not read again what this run has proved', async () => {
    await addArchive(vault, 'a.tar.gz', { day: 0 });
    await addArchive(vault, 'b.tar.gz', { day: 1 });
    await writeFile(vault.archivePath('b.tar.gz'), 'B.tar.gz');
    expect(await forget(new Set(['b.tar.gz']))).toEqual(['a.tar.gz']);
  });
});
