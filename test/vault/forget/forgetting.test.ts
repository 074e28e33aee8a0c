import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { openVault, type Vault } from '../../../src/vault/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { Crash, createBreakingDisk } from '../support/breaking-disk.ts';
import { addArchive } from '../support/manifests.ts';

const clock = createDrivenClock(Date.UTC(2026, 4, 1));
const breaking = createBreakingDisk();
let directory: string;
let vault: Vault;

beforeEach(async () => {
  directory = temporaryFolder();
  breaking.repair();
  vault = await openVault(join(directory, 'vault'), { clock, create: true, disk: breaking.disk });
  await addArchive(vault, 'a.tar.gz');
  await addArchive(vault, 'b.tar.gz');
});

async function filesOf(folder: string): Promise<readonly string[]> {
  return (await readdir(join(vault.directory, folder))).toSorted();
}

describe('Vault.forget()', () => {
  it('removes the archive and its manifest', async () => {
    await vault.forget('a.tar.gz');
    expect([await filesOf('archives'), await filesOf('manifests')]).toEqual([
      ['b.tar.gz'],
      ['b.tar.gz.json'],
    ]);
  });

  it.each([1, 2, 3, 4, 5])(
    'leaves no manifest without its archive when the process dies at operation %i, and is ended by the next run',
    async (operation) => {
      breaking.breakAt(operation);
      await expect(vault.forget('a.tar.gz')).rejects.toBeInstanceOf(Crash);
      breaking.repair();
      const archives = await filesOf('archives');
      const manifests = await vault.manifests();
      expect(manifests.every(({ archive }) => archives.includes(archive))).toBe(true);
      await (await vault.lock('the next run'))();
      const isForgotten = operation > 1;
      expect(await filesOf('archives')).toEqual(isForgotten ? ['b.tar.gz'] : ['a.tar.gz', 'b.tar.gz']);
      expect((await filesOf('manifests')).length).toBe(isForgotten ? 1 : 2);
    },
  );

  it('keeps an archive that came again after its removal was interrupted', async () => {
    breaking.breakAt(3);
    await expect(vault.forget('a.tar.gz')).rejects.toBeInstanceOf(Crash);
    breaking.repair();
    await addArchive(vault, 'a.tar.gz');
    await (await vault.lock('the next run'))();
    expect(await filesOf('archives')).toEqual(['a.tar.gz', 'b.tar.gz']);
    expect(await filesOf('manifests')).toEqual(['a.tar.gz.json', 'b.tar.gz.json']);
  });
});
