import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, createDrivenClock } from '../../../src/base/clock.ts';
import { KnownLimits } from '../../../src/client/gate/known-limits.ts';
import { RateGate } from '../../../src/client/gate/rate-gate.ts';
import { ALL, NO_LIMITS } from '../../../src/client/gate/token-limits.ts';
import { createEvents } from '../../../src/endpoints/events.ts';
import { createNotifications } from '../../../src/endpoints/notifications.ts';
import { getRateLimit } from '../../../src/endpoints/rate-limit.ts';
import { json, type Step, startScriptedServer } from '../../client/support/scripted-server.ts';
import { createAnonymousClient, createTestClient, START_MS } from '../../client/support/test-client.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { claim } from '../../spec/claim.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { allItems } from './support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const EMPTY_EVENTS = json(200, [], { etag: '"a"', 'x-poll-interval': '60' });

function unchanged(headers: Readonly<Record<string, string>>): Step {
  return (response) => {
    response.writeHead(304, headers);
    response.end();
  };
}

function event(id: number, createdAt: string) {
  return {
    id: String(id),
    type: 'WatchEvent',
    actor: {
      id: 1,
      login: 'mira',
      display_login: 'mira',
      avatar_id: '',
      url: 'https://x.example',
      avatar_url: 'https://x.example',
    },
    repo: { id: 2, name: 'acme/rocket', url: 'https://x.example' },
    payload: { action: 'started' },
    public: true,
    created_at: createdAt,
  };
}

function openGate(clock: Clock) {
  const limits = new KnownLimits({ path: undefined, clock, onTrouble: expect.unreachable });
  const gate = new RateGate({ limits, clock, onWait: undefined, checkWait: () => undefined });
  return {
    enter: async (route: string) => await gate.enter({ action: 'read', method: 'GET', route }, undefined),
  };
}

describe('polls, specification 4.3, 4.4 and 6', () => {
  it('come as late as the service asks, also when it asks for more than before', async (context) => {
    const steps = [EMPTY_EVENTS, unchanged({ 'x-poll-interval': '240' }), unchanged({})];
    const { client, requests } = await startScriptedService(...steps);
    const feed = createEvents(client);
    const askedMs: number[] = [];
    for (let poll = 0; poll < 4; poll += 1) {
      const before = requests.length;
      while (requests.length === before) {
        await allItems(feed.list({ feed: 'public' }));
        await client.clock.sleep(10_000);
      }
      askedMs.push(client.clock.now() - 10_000);
    }
    const gapsMs = askedMs.slice(1).map((atMs, index) => atMs - askedMs[index]!);
    expect(gapsMs[0]).toBeGreaterThanOrEqual(60_000);
    // A 304 without the header leaves the interval as it was last told.
    expect(gapsMs.slice(1).every((gapMs) => gapMs >= 240_000)).toBe(true);
    claim(context, '4.3/poll-interval/grows');
  });

  it.for(DIALECT_NAMES)(
    'of notifications are free, exact and no sooner than allowed (%s)',
    async (dialect, context) => {
      const stage = await openClientStage(dialect);
      const client = stage.clientOf('classic');
      const notifications = createNotifications(client);
      const used = async () =>
        (await getRateLimit(client))?.find(({ resource }) => resource === 'core')?.remaining;
      const first = await allItems(notifications.list());
      const before = await used();
      const startMs = stage.clock.now();
      stage.clock.advance(61_000);
      expect(await allItems(notifications.list())).toEqual(first);
      expect(await allItems(notifications.list())).toEqual(first); // Too soon: from memory, or after a wait.
      const asked = stage.requests.filter(({ path }) => path.startsWith('/notifications?'));
      const waitedMs = stage.clock.now() - startMs;
      expect(asked.slice(1).every(({ status }) => status === 304)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(1 + Math.floor(waitedMs / 60_000));
      expect(await used()).toBe(before);
      claim(context, '4.4/rule/5/free', '4.4/rule/5/obeyed', '2.9/Last-Modified');
    },
  );

  it('send Last-Modified back as it came', async (context) => {
    const odd = 'Mon,  04 May 2026 09:59:59 GMT';
    const { client, requests } = await startScriptedService(
      json(200, [], { 'last-modified': odd }),
      unchanged({}),
    );
    await allItems(createNotifications(client).list());
    await allItems(createNotifications(client).list());
    expect(requests[1]?.headers['if-modified-since']).toBe(odd);
    claim(context, '4.4/rule/5/exact');
  });

  it('show events that arrive hours late, and those that the service still keeps', async (context) => {
    const [late, newest] = ['2026-05-04T04:00:30Z', '2026-05-04T09:59:30Z'];
    const oldest = '2026-04-04T10:00:01Z';
    const { client } = await startScriptedService(
      json(200, [event(3, newest), event(1, oldest)]),
      json(200, [event(3, newest), event(2, late), event(1, oldest)]),
    );
    const feed = createEvents(client);
    expect((await allItems(feed.list({ feed: 'public' }))).map(({ id }) => id)).toEqual(['3', '1']);
    await client.clock.sleep(61_000);
    expect((await allItems(feed.list({ feed: 'public' }))).map(({ id }) => id)).toEqual(['3', '2', '1']);
    claim(context, '4.3/latency', '6/rule/1/30-days');
  });
});

describe('limits, specification 2.9, 7 and 8.2', () => {
  it('are counted by the resource that an answer names', async (context) => {
    const used = (resource: string, remaining: number) => ({
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-used': String(30 - remaining),
      'x-ratelimit-reset': String(START_MS / 1_000 + 600),
      'x-ratelimit-resource': resource,
    });
    const { client } = await startScriptedService(
      json(200, {}, used('search', 0)),
      json(200, {}, used('core', 4_000)),
      json(200, {}, used('search', 29)),
    );
    const ask = (route: string) => client.request({ action: 'ask', method: 'GET', route });
    await ask('/search/issues');
    await ask('/user');
    expect(client.clock.now()).toBe(START_MS);
    await ask('/search/issues');
    expect(client.clock.now()).toBeGreaterThanOrEqual(START_MS + 600_000);
    claim(context, '2.9/x-ratelimit-resource');
  });

  it('stop every request of the token while they last', async (context) => {
    const clock = createDrivenClock(START_MS);
    const server = await startScriptedServer(json(429, {}, { 'retry-after': '60' }), json(200, []));
    let told: () => void = () => undefined;
    const limited = new Promise<void>((resolve) => {
      told = resolve;
    });
    const client = createTestClient(server.url, { clock, onWait: () => told() });
    const first = allItems(createEvents(client).list({ feed: 'public' }));
    await limited;
    const second = allItems(createNotifications(client).list());
    clock.advance(59_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    await Promise.all([first, second]);
    expect(server.requests).toHaveLength(3);
    claim(context, '7/client/pause');
  });

  it('of requests under way are one for all interfaces', async (context) => {
    const gate = openGate(createDrivenClock(START_MS));
    const passes = await Promise.all(
      Array.from({ length: 100 }, async (_, id) => await gate.enter(id % 2 === 0 ? '/graphql' : '/user')),
    );
    let isSent = false;
    const next = gate.enter('/events').then(() => {
      isSent = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSent).toBe(false);
    passes[7]?.leave();
    await next;
    claim(context, '8.2/1/shared');
  });

  it('are spent by asking for the limits, all but the hourly one', async (context) => {
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const gate = openGate(clock);
    const usedUp = { core: { requests: 0, resetMs: START_MS + 600_000 } };
    (await gate.enter('/user')).leave({ limits: { ...NO_LIMITS, left: usedUp } });
    const pass = await gate.enter('/rate_limit');
    expect(clock.now()).toBe(START_MS);
    const pause = { reason: 'a rate limit is in effect', untilMs: START_MS + 60_000 };
    pass.leave({ limits: { ...NO_LIMITS, notBefore: { [ALL]: pause } } });
    await gate.enter('/rate_limit');
    expect(clock.now()).toBe(START_MS + 60_000);
    claim(context, '4.6/secondary');
  });

  it.for([
    [
      '8.2/4',
      'GET',
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    ],
    [
      '8.2/5/lower',
      'POST',
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
    ],
    ['8.2/7', 'GET', 'You have triggered an abuse detection mechanism.'],
  ] as const)(
    'that were not announced are obeyed when they occur (%s)',
    async ([row, method, message], context) => {
      const { client, requests } = await startScriptedService(json(403, { message }), json(200, {}));
      const answer = await client.request({ action: 'do it', method, route: '/things' });
      expect(answer.status).toBe(200);
      expect(requests).toHaveLength(2);
      expect(client.clock.now() - START_MS).toBeGreaterThanOrEqual(60_000);
      claim(context, row);
    },
  );
});

describe('the secret of an application, specification 5, rule 1', () => {
  it('is in no message, trace or file of ours', async (context) => {
    const directory = temporaryFolder();
    const secret = 'app-secret-0123456789abcdef';
    const said: unknown[] = [];
    const server = await startScriptedServer((response, request) => {
      // The worst service: it says back what it was sent.
      const message = `${request.headers.authorization} ${secret}`;
      response.writeHead(403, { 'content-type': 'application/json', 'x-request-id': secret });
      response.end(JSON.stringify({ message, documentation_url: secret }));
    });
    const client = createAnonymousClient(server.url, {
      application: { clientId: 'Iv1.app', clientSecret: secret },
      limitsDirectory: join(directory, 'limits'),
      answersDirectory: join(directory, 'answers'),
      onRequest: (trace) => said.push(trace),
      onNotice: (text) => said.push(text),
    });
    const failure: unknown = await allItems(createEvents(client).list({ feed: 'public' })).catch(
      (error: unknown) => error,
    );
    const { message, details, hint, stack } = failure as Error & {
      readonly details: unknown;
      readonly hint: unknown;
    };
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    );
    const everything = JSON.stringify([
      message,
      details,
      hint,
      stack,
      said,
      texts,
      files.map(({ name }) => name),
    ]);
    const basic = Buffer.from(`Iv1.app:${secret}`).toString('base64');
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${basic}`);
    expect(said.length).toBeGreaterThan(0);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(basic);
    claim(context, '5/rule/1/secret');
  });
});
