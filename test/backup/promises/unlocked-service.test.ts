import { describe, expect, it } from 'vitest';
import { keysOf, openBucketBench } from '../support/bucket-bench.ts';

describe('a backup into a vault in object storage', () => {
  it('leaves the vault unlocked while it asks the service, for captures too', async () => {
    const holders = new Map<string, number>();
    const bench = await openBucketBench({
      onRequest: ({ path }) => {
        const [, kind = ''] =
          /^\/(user\/migrations|users\/[^/]+\/(?:events|received_events)|notifications)/.exec(path) ?? [];
        // A lock that was released is an empty object until the next one.
        const locks = keysOf(bench.server, 'locks/vault/').map(
          (key) => bench.server.objects.get(key)?.length ?? 0,
        );
        holders.set(kind, Math.max(holders.get(kind) ?? 0, ...locks));
      },
    });
    const first = bench.machine('first');
    const ended = await first.backUpHere('--with', 'events,notifications');
    expect(ended).toMatchObject({ status: 0, err: '' });
    holders.delete('');
    expect(holders.size).toBe(4);
    expect([...holders].filter(([, size]) => size > 0)).toEqual([]);
    const counted = await bench
      .machine('second')
      .run(['query', 'select count(*) as n from captured_events', '--json']);
    expect(JSON.parse(counted)[0].n).toBeGreaterThan(0);
  });
});
