import { chown, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownIdentity } from '../../src/base/process-identity.ts';
import { openWorkplace } from '../../src/base/workplace.ts';
import { temporaryFolder } from '../house/afterwards.ts';

/** A workplace whose owner is another process. */
async function leave(folder: string, changes: object): Promise<void> {
  await mkdir(join(folder, 'owner'), { recursive: true });
  await mkdir(join(folder, 'work'));
  await writeFile(join(folder, 'work', 'private.txt'), 'a record');
  const holder = { ...(await ownIdentity()), command: 'satchel', startedAt: 'then', ...changes };
  await writeFile(join(folder, 'owner', 'other.json'), JSON.stringify(holder));
}

async function makeOld(path: string): Promise<void> {
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(path, before, before);
}

describe('openWorkplace()', () => {
  it('creates a private empty folder, and removes it completely', async () => {
    const parent = temporaryFolder();
    const workplace = await openWorkplace(parent, 'x-');
    expect(await readdir(workplace.path)).toEqual([]);
    expect((await stat(join(workplace.path, '..'))).mode & 0o777).toBe(0o700);
    await writeFile(join(workplace.path, 'a'), '');
    await workplace.close();
    expect(await readdir(parent)).toEqual([]);
  });

  it('removes what killed processes left, and nothing of the living or of others', async () => {
    const parent = temporaryFolder();
    await leave(join(parent, 'x-dead01'), { startTicks: '1' });
    await leave(join(parent, 'x-alive1'), {});
    await leave(join(parent, 'x-remote'), { host: 'elsewhere.example' });
    await leave(join(parent, 'y-dead02'), { startTicks: '1' });
    await mkdir(join(parent, 'x-young1'));
    await mkdir(join(parent, 'x-begun1'));
    await makeOld(join(parent, 'x-begun1'));
    await mkdir(join(parent, 'x-not-one-of-ours'));
    await makeOld(join(parent, 'x-not-one-of-ours'));
    await symlink(join(parent, 'y-dead02'), join(parent, 'x-linked'));
    const workplace = await openWorkplace(parent, 'x-');
    await workplace.close();
    const left = ['x-alive1', 'x-linked', 'x-not-one-of-ours', 'x-remote', 'x-young1', 'y-dead02'];
    expect((await readdir(parent)).toSorted()).toEqual(left);
  });

  it('keeps what a killed process set aside until another one has succeeded', async () => {
    const parent = temporaryFolder();
    await leave(join(parent, 'x-dead01'), { startTicks: '1' });
    await mkdir(join(parent, 'x-dead01', 'aside'));
    await (await openWorkplace(parent, 'x-')).close();
    expect(await readdir(parent)).toEqual(['x-dead01']);
    await (await openWorkplace(parent, 'x-')).close({ hasSucceeded: true });
    expect(await readdir(parent)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('removes no folder of another user', async () => {
    const parent = temporaryFolder();
    await leave(join(parent, 'x-dead01'), { startTicks: '1' });
    await chown(join(parent, 'x-dead01'), 65_534, 65_534);
    await (await openWorkplace(parent, 'x-')).close();
    expect(await readdir(parent)).toEqual(['x-dead01']);
  });

  it('keeps its own while others come and go', async () => {
    const parent = temporaryFolder();
    const workplaces = await Promise.all(Array.from({ length: 8 }, () => openWorkplace(parent, 'x-')));
    for (const workplace of workplaces) {
      expect(await readdir(workplace.path)).toEqual([]);
    }
    await Promise.all(workplaces.map((workplace) => workplace.close()));
    expect(await readdir(parent)).toEqual([]);
  });
});
