import { describe, expect, it } from 'vitest';
import { openBucketBench } from '../support/bucket-bench.ts';

describe('a vault in object storage', () => {
  it('does not send its store to machines that do not read it', async () => {
    const { server, machine } = await openBucketBench();
    expect(await machine('first').backUpHere()).toMatchObject({ status: 0 });
    const fetched = () =>
      server.requests.filter(({ method, key }) => method === 'GET' && key.startsWith('stores/'));
    const before = fetched().length;
    const second = machine('second');
    const status = JSON.parse(await second.run(['status', '--json']));
    expect(status).toMatchObject({ exit: 'done', is_store_fetched: false });
    expect(status.store_path).toBeUndefined();
    expect(await second.run(['status'])).toContain('the newest one is not on this machine');
    await second.run(['vault', 'list']);
    await second.run(['log']);
    await second.run(['verify', status.accounts[0].last_good.paths[0], '--quick']);
    expect(fetched().length).toBe(before);
    await second.run(['search', 'type:issue']);
    expect(fetched().length).toBe(before + 1);
    expect(JSON.parse(await second.run(['status', '--json']))).toMatchObject({
      exit: 'done',
      is_store_fetched: true,
      store_path: expect.stringContaining('store.db'),
    });
    expect(await machine('first').backUpHere()).toMatchObject({ status: 0 });
    expect(JSON.parse(await second.run(['status', '--json']))).toMatchObject({
      exit: 'done',
      is_store_fetched: false,
    });
  });
});
