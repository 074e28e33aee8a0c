import { describe, expect, it } from 'vitest';
import { openLivelyHarbour } from '../support/lively-harbour.ts';

describe('MigrationRegister', () => {
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
    expect((await ask(lock, { method: 'DELETE' })).status).toBe(404);
    clock.advance(6 * 3_600_000);
    expect(await newest()).not.toBe(before);
  });
});
