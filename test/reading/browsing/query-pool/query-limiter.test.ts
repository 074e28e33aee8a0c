import { expect, it } from 'vitest';
import { createQueryLimiter } from '../../../../src/reading/browsing/query-pool/query-limiter.ts';

/** A query that completes when the test calls `end`. */
function query() {
  let end: (answer: string) => void = () => undefined;
  const answer = new Promise<string>((resolve) => {
    end = resolve;
  });
  let isStarted = false;
  const run = () => {
    isStarted = true;
    return answer;
  };
  return { run, end: () => end('answer'), isStarted: () => isStarted };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('runs a few queries at once, the others in order, and rejects those beyond the queue', async () => {
  const limiter = createQueryLimiter({ maxRunning: 2, maxWaiting: 2 });
  const queries = Array.from({ length: 4 }, query);
  const answers = queries.map(({ run }) => limiter.run({ processes: 1 }, run));
  await settle();
  expect(queries.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);
  await expect(limiter.run({ processes: 1 }, query().run)).rejects.toMatchObject({ code: 'busy' });
  queries[1]?.end();
  await answers[1];
  await settle();
  expect(queries.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);
  for (const { end } of queries) {
    end();
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => 'answer'));
});

it('removes a disconnected client from the queue, and continues after a query that fails', async () => {
  const limiter = createQueryLimiter({ maxRunning: 1, maxWaiting: 2 });
  const first = query();
  const client = new AbortController();
  const [one, dropped] = [
    limiter.run({ processes: 1 }, async () => {
      await first.run();
      throw new Error('failed');
    }),
    limiter.run({ processes: 1, signal: client.signal }, query().run),
  ];
  const last = limiter.run({ processes: 1 }, async () => 'last');
  client.abort(new Error('disconnected'));
  await expect(dropped).rejects.toThrow('disconnected');
  first.end();
  await expect(one).rejects.toThrow('failed');
  expect(await last).toBe('last');
});

it('rejects a query that waits too long', async () => {
  const limiter = createQueryLimiter({ maxRunning: 1, maxWaitMs: 1 });
  const first = query();
  const one = limiter.run({ processes: 1 }, first.run);
  await expect(limiter.run({ processes: 1 }, query().run)).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await one;
});
