import { describe, expect, it } from 'vitest';
import { fencedObjects } from '../../src/objects/fenced-objects.ts';
import { STALE_MS } from '../../src/objects/lock-holders.ts';
import { writeSmallObject } from '../../src/objects/small-objects.ts';
import { openLockBench } from './support/lock-bench.ts';

const MINUTE_MS = 60_000;

async function openFence(conditions: 'honoured' | 'refused') {
  const bench = await openLockBench(conditions);
  const [holder, other] = [bench.worker(), bench.worker()];
  await bench.ended((await bench.ended(other.acquire())).release());
  const lock = await bench.ended(holder.acquire());
  const objects = fencedObjects(holder.store, {
    lock: () => lock,
    isDeciding: (key) => key.startsWith('manifests/') || key === 'store.json',
    isWithdrawn: (key) => key.startsWith('manifests/'),
  });
  /** Starts when the lock is stale: until then, it would ask the server every five seconds. */
  const takeOver = async () => {
    await other.clock.sleep(STALE_MS + MINUTE_MS);
    await other.acquire();
  };
  /** Suspends the holder after a number of its requests, until another process has taken over its lock. */
  const takeOverAfter = (requests: number, then?: () => void) => {
    const { server } = bench;
    const before = server.requests.length;
    bench.onStep = () => {
      if (server.requests.length === before + requests) {
        bench.onStep = undefined;
        holder.suspendedUntilMs = bench.now() + 60 * MINUTE_MS;
        void takeOver().then(then);
      }
    };
  };
  const write = (key: string, text = 'of the holder') => bench.ended(writeSmallObject(objects, key, text));
  return {
    ...bench,
    objects,
    takeOverAfter,
    write,
    text: (key: string) => bench.server.objects.get(key)?.toString(),
  };
}

describe.each(['honoured', 'refused'] as const)('fencedObjects(), condition %s', (conditions) => {
  it('asks the store before and after each deciding write', async () => {
    const { server, write, text } = await openFence(conditions);
    const before = server.requests.length;
    await write('manifests/a.json');
    await write('archives/a');
    const requests = server.requests.slice(before).map(({ method, key }) => `${method} ${key.split('/')[0]}`);
    expect(requests).toEqual(['GET locks', 'PUT manifests', 'GET locks', 'PUT archives']);
    expect(text('manifests/a.json')).toBe('of the holder');
  });

  it.each([0, 1, 2])(
    'leaves no manifest if the lock is taken over after %i of its requests',
    async (requests) => {
      const { takeOverAfter, write, text } = await openFence(conditions);
      takeOverAfter(requests);
      await expect(write('manifests/a.json')).rejects.toMatchObject({ code: 'locked' });
      expect(text('manifests/a.json')).toBeUndefined();
      await expect(write('archives/a')).rejects.toMatchObject({ code: 'locked' });
      expect(text('archives/a')).toBeUndefined();
    },
  );

  it('leaves a manifest that the next holder has written', async () => {
    const bench = await openFence(conditions);
    bench.takeOverAfter(2, () => bench.server.objects.set('manifests/a.json', Buffer.from('of the next')));
    await expect(bench.write('manifests/a.json')).rejects.toMatchObject({ code: 'locked' });
    expect(bench.text('manifests/a.json')).toBe('of the next');
  });

  it('does not undo what has replaced something', async () => {
    const { takeOverAfter, write, text } = await openFence(conditions);
    takeOverAfter(2);
    await expect(write('store.json')).rejects.toMatchObject({ code: 'locked' });
    expect(text('store.json')).toBe('of the holder');
  });

  it('removes nothing once the lock is lost', async () => {
    const { takeOverAfter, write, text, objects, ended } = await openFence(conditions);
    await write('manifests/a.json');
    takeOverAfter(0);
    await expect(ended(objects.remove('manifests/a.json'))).rejects.toMatchObject({ code: 'locked' });
    expect(text('manifests/a.json')).toBe('of the holder');
  });
});
