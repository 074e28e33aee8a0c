import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RepositoryLocks } from '../../../../src/sandbox/server/migrations/repository-locks.ts';
import { openStateFile } from '../../../../src/sandbox/state/state-file.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { openLivelyHarbour } from '../support/lively-harbour.ts';

const directory = temporaryFolder();

describe('RepositoryLocks', () => {
  it('reports when a repository was locked, also in a later run', () => {
    const stateFile = openStateFile(join(directory, 'locks.db'));
    onTestFinished(() => stateFile.close());
    const locks = new RepositoryLocks(stateFile);
    locks.lock(7, [1, 2], 1_000);
    expect([1_000, 1_001].map((atMs) => locks.isLocked(1, atMs))).toEqual([false, true]);
    expect(locks.unlock(8, 1, 2_000)).toBe(false);
    expect(locks.unlock(7, 1, 2_000)).toBe(true);
    expect(locks.unlock(7, 1, 2_000)).toBe(false);
    const later = new RepositoryLocks(stateFile);
    expect([2_000, 2_001].map((atMs) => later.isLocked(1, atMs))).toEqual([true, false]);
    expect(later.isLocked(2, 9_000)).toBe(true);
  });

  it('keeps a living world out of locked repositories until they are unlocked', async () => {
    const { ask, clock, ready } = await openLivelyHarbour('service', { livePaceMs: 20_000 });
    const [name = ''] = ready.repositories;
    const body = { repositories: [name], lock_repositories: true };
    const { json: migration } = await ask('/user/migrations', { method: 'POST', body });
    const newest = async () => (await ask(`/repos/${name}/events?per_page=1`)).json[0]?.created_at;
    clock.advance(60_000);
    const before = await newest();
    clock.advance(6 * 3_600_000);
    expect(await newest()).toBe(before);
    const lock = `/user/migrations/${migration.id}/repos/${name.split('/')[1]}/lock`;
    expect((await ask(lock, { method: 'DELETE' })).status).toBe(204);
    clock.advance(6 * 3_600_000);
    expect(await newest()).not.toBe(before);
  });
});
