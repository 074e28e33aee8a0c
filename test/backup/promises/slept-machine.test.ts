import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../house/long-run.ts';
import type { ObjectRequest, ObjectServer } from '../../objects/support/object-server.ts';
import { openBackedUp } from '../support/backed-up-bucket.ts';
import { keysOf, openBucketBench } from '../support/bucket-bench.ts';

const HOUR_MS = 3_600_000;

/** Holds the first request that `isChosen` up until `meanwhile` is done, and then lets its machine send it again. */
function delayOnce(
  server: ObjectServer,
  isChosen: (request: ObjectRequest) => boolean,
  meanwhile: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.faultOf = (request) => {
      if (!isChosen(request)) {
        return undefined;
      }
      server.faultOf = () => undefined;
      return (response: ServerResponse) => {
        meanwhile()
          .then(resolve, reject)
          .finally(() => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
      };
    };
  });
}

describe('a machine that sleeps for so long that another one takes its locks', () => {
  it.each(IS_LONG ? (['honoured', 'ignored'] as const) : (['ignored'] as const))(
    'publishes no pointer to a store that its successor has removed; conditions are %s',
    async (conditions) => {
      const { server, machine } = await openBackedUp();
      server.conditions = conditions;
      let nowMs = Date.UTC(2026, 0, 1);
      server.now = () => nowMs;
      const [first, second] = [machine('first'), machine('second')];
      const slept = delayOnce(
        server,
        ({ method, key }) => method === 'PUT' && key === 'store.json',
        async () => {
          nowMs += HOUR_MS;
          // With a warning: the archive of the first machine is there, and not in the store.
          expect((await second.backUpHere('--fresh')).status).toBe(3);
        },
      );
      const late = first.backUp('--fresh');
      await slept;
      expect((await late.ended).status).not.toBe(0);
      // Where conditions are ignored, the pointer may lead nowhere, and the newest store is used.
      const third = machine('third');
      expect(JSON.parse(await third.run(['vault', 'list', '--json'])).length).toBeGreaterThan(1);
      const issues = await third.run(['search', 'type:issue', '--json']);
      expect(issues).toBe(await second.run(['search', 'type:issue', '--json']));
      await third.run(['vault', 'rebuild']);
      expect(keysOf(server, 'stores/')).toHaveLength(1);
      const { findings } = JSON.parse(
        await machine('fourth').run(['vault', 'check', '--read-data', '--json']),
      );
      expect(findings).toEqual([]);
    },
  );

  it('starts no export beside that of its successor', async () => {
    const { server, machine, starts } = await openBucketBench();
    let nowMs = Date.UTC(2026, 0, 1);
    server.now = () => nowMs;
    const [first, second] = [machine('first'), machine('second')];
    const slept = delayOnce(
      server,
      // It has the lock of the account by then.
      ({ method, key }) =>
        method === 'PUT' && key.startsWith('journal/') && keysOf(server, 'locks/account').length > 0,
      async () => {
        nowMs += HOUR_MS;
        expect(await second.backUpHere()).toMatchObject({ status: 0 });
      },
    );
    const late = first.backUp();
    await slept;
    expect((await late.ended).status).not.toBe(0);
    expect(starts()).toBe(1);
  });
});
