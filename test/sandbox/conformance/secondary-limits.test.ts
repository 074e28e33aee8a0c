import { type ClientRequest, request as send } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { parseFault } from '../../../src/sandbox/fault.ts';
import type { ChargedRequest } from '../../../src/sandbox/limits.table.ts';
import { SecondaryLimiter } from '../../../src/sandbox/server/api/secondary-limiter.ts';
import { LOGIN_ROUTES } from '../../../src/sandbox/server/login/login-handlers.ts';
import { claim } from '../../spec/claim.ts';
import { openHarbour, type Reply } from '../server/support/harbour.ts';
import { openStage, type Stage } from './support/stage.ts';

const READING: ChargedRequest = { bucket: 'alice', endpoint: 'GET /a', isReading: true };
const WRITING: ChargedRequest = { bucket: 'alice', endpoint: 'POST /a', isReading: false };

function countUntilExcess(charge: () => ReturnType<SecondaryLimiter['charge']>) {
  for (let count = 0; ; count += 1) {
    const excess = charge();
    if (excess !== undefined) {
      return { count, ...excess };
    }
  }
}

describe('SecondaryLimiter', () => {
  it('allows 900 points a minute for each endpoint', () => {
    const clock = createDrivenClock(0);
    const limiter = new SecondaryLimiter(clock);
    clock.advance(500);
    const reading = countUntilExcess(() => limiter.charge(READING));
    expect(reading).toEqual({ count: 900, limit: 'points', retryAfterSeconds: 60 });
    expect(countUntilExcess(() => limiter.charge(WRITING))).toMatchObject({ count: 180, limit: 'points' });
    expect(limiter.charge({ ...READING, bucket: 'bob' })).toBeUndefined();
    clock.advance(59_000);
    expect(limiter.charge(READING)?.retryAfterSeconds).toBe(1);
    clock.advance(1_000);
    expect(limiter.charge(READING)).toBeUndefined();
  });

  it('allows 80 pieces of content a minute and 500 an hour', (context) => {
    const clock = createDrivenClock(0);
    const limiter = new SecondaryLimiter(clock);
    const charge = () => limiter.charge({ ...WRITING, makes: 'content' });
    expect(countUntilExcess(charge)).toMatchObject({ count: 80, limit: 'content', retryAfterSeconds: 60 });
    const counts: number[] = [];
    for (let minute = 1; minute <= 6; minute += 1) {
      clock.advance(60_000);
      counts.push(countUntilExcess(charge).count);
    }
    expect(counts).toEqual([80, 80, 80, 80, 80, 20]);
    expect(charge()?.retryAfterSeconds).toBe(3_600 - 360);
    claim(context, '8.2/5/hour');
  });

  it('allows 2,000 requests for tokens an hour', (context) => {
    const clock = createDrivenClock(0);
    const limiter = new SecondaryLimiter(clock);
    const charge = () => {
      clock.advance(1_000);
      return limiter.charge({ ...WRITING, makes: 'token' });
    };
    expect(countUntilExcess(charge)).toMatchObject({ count: 2_000, limit: 'tokens' });
    const makers = LOGIN_ROUTES.filter(({ makes }) => makes === 'token').map(({ path }) => path);
    expect(makers).toEqual([
      '/login/oauth/access_token',
      '/app/installations/{installation_id}/access_tokens',
    ]);
    claim(context, '8.2/6/tokens');
  });

  it('counts each request that runs once', () => {
    const limiter = new SecondaryLimiter(createDrivenClock(0));
    const entries = Array.from({ length: 101 }, () => limiter.enter('alice'));
    expect(entries.map(({ isCrowded }) => isCrowded).indexOf(true)).toBe(100);
    expect(limiter.charge({ ...READING, isCrowded: true })).toEqual({
      limit: 'concurrency',
      retryAfterSeconds: undefined,
    });
    entries[0]?.leave();
    entries[0]?.leave();
    entries[1]?.leave();
    expect(limiter.enter('alice').isCrowded).toBe(false);
    expect(limiter.enter('alice').isCrowded).toBe(true);
  });
});

/** Requests sent at a time, well below what may run at a time. */
const BATCH = 20;

describe('secondary limits, specification 8.2', () => {
  let stage: Stage;

  beforeEach(async () => {
    // Nobody reads these archives.
    stage = await openStage('service', {
      writeArchive: async ({ path }) => ({ ...NO_ARCHIVE, path }),
    });
  });

  type Question = Parameters<Stage['ask']>[1];

  /** Asks until an answer is a refusal, at most `max` times; returns one refusal and the number of accepted requests. */
  async function askUntilLimited(path: string, question: Question, max: number) {
    const refused: Reply[] = [];
    let passed = 0;
    for (let sent = 0; sent < max && refused.length === 0; sent += BATCH) {
      const replies = await Promise.all(Array.from({ length: BATCH }, () => stage.ask(path, question)));
      refused.push(...replies.filter(({ status }) => LIMITED.has(status)));
      passed += replies.filter(({ status }) => !LIMITED.has(status)).length;
    }
    return { passed, reply: refused[0] };
  }

  function expectSecondary(reply: Reply | undefined): void {
    expect(reply?.json.message).toMatch(/^You have exceeded a secondary rate limit(?:\.| and)/);
    expect(reply?.json.documentation_url).toMatch(/secondary-rate-limits$/);
    expect(reply?.headers).not.toHaveProperty('x-ratelimit-remaining');
  }

  it('let 900 points a minute pass for an endpoint, 1 a reading request', async (context) => {
    expect(await askUntilLimited('/rate_limit', { method: 'HEAD' }, 400)).toMatchObject({ passed: 400 });
    stage.clock.advance(20_000);
    const { passed, reply } = await askUntilLimited('/rate_limit', {}, 600);
    expect(passed).toBe(500);
    expectSecondary(reply);
    expect(reply?.headers['retry-after']).toBe('40');
    // Other endpoints have points of their own.
    expect((await stage.ask('/user')).status).toBe(200);
    stage.clock.advance(40_000);
    expect((await stage.ask('/rate_limit')).status).toBe(200);
    claim(context, '8.2/2/points', '8.2/points/GET', '8.2/points/HEAD', '7/secondary/message');
    claim(context, '2.9/retry-after', '4.6/secondary');
  });

  it('charge 1 point for OPTIONS too', async (context) => {
    // The type of questions knows no OPTIONS, which no client of ours sends.
    const { passed, reply } = await askUntilLimited('/user', { method: 'OPTIONS' as 'HEAD' }, 1_000);
    expect([passed, reply !== undefined]).toEqual([900, true]);
    claim(context, '8.2/points/OPTIONS');
  });

  it('charge 5 points for a writing request, and let 90 seconds of CPU time a minute pass', async (context) => {
    const thread = '/notifications/threads/1';
    for (const [method, path] of [
      ['DELETE', thread],
      ['PATCH', thread],
      ['PUT', `${thread}/subscription`],
      ['DELETE', `${thread}/subscription`],
      ['POST', '/login/oauth/access_token'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const { passed, reply } = await askUntilLimited(path, { method, body }, 220);
      expect([method, passed]).toEqual([method, 180]);
      expectSecondary(reply);
      claim(context, `8.2/points/${method}`);
    }
    // 900 writing requests within a minute are more than the processors of one caller do.
    expectSecondary(await stage.ask('/user'));
    claim(context, '8.2/3/cpu');
    stage.clock.advance(60_000);
    expect((await stage.ask('/user')).status).toBe(200);
  });

  it('let 80 contents a minute be created', async (context) => {
    const body = { repositories: [stage.sandbox.ready.repositories[0]] };
    const { passed, reply } = await askUntilLimited('/user/migrations', { method: 'POST', body }, 120);
    expect(passed).toBe(80);
    expectSecondary(reply);
    claim(context, '8.2/5/minute');
  });

  it('let 100 requests run at a time, those included that are still being sent', async (context) => {
    const held = Array.from({ length: 100 }, holdRequest);
    // The heads need a moment to arrive: asks until they all have.
    const { reply } = await askUntilLimited('/user', {}, 2_000);
    expectSecondary(reply);
    expect(reply?.headers).not.toHaveProperty('retry-after');
    claim(context, '8.2/1/concurrent');
    await Promise.all(held.map(letGo));
    expect((await stage.ask('/user')).status).toBe(200);
  });

  /** Sends the head of a request and keeps its body back, so that it runs until it is let go. */
  function holdRequest(): ClientRequest {
    const { base_url: baseUrl, tokens } = stage.sandbox.ready;
    const held = send(`${baseUrl}/notifications/threads/1/subscription`, {
      method: 'PUT',
      agent: false,
      headers: {
        authorization: `Bearer ${tokens.classic}`,
        'user-agent': 'conformance',
        'content-type': 'application/json',
        'content-length': '2',
      },
    });
    held.on('error', () => {});
    held.write('{');
    return held;
  }

  function letGo(held: ClientRequest): Promise<void> {
    return new Promise((resolve) => {
      held.on('response', (response) => response.resume().on('end', resolve));
      held.on('close', resolve);
      held.end('}');
    });
  }

  it('count requests with late responses as concurrent', async () => {
    const driven = createDrivenClock(0);
    let sleeping = 0;
    const clock = {
      ...driven,
      async sleep(durationMs: number, signal?: AbortSignal) {
        const asleep = driven.sleep(durationMs, signal);
        sleeping += 1;
        driven.advance(sleeping < 125 ? 0 : durationMs); // All have arrived, so time continues.
        await asleep;
      },
    };
    const faults = [parseFault('delay,delay_ms=1500,times=125')];
    const { ask } = await openHarbour({ clock, faults });
    const replies = await Promise.all(Array.from({ length: 125 }, () => ask('/user')));
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(25);
  });
});

const LIMITED: ReadonlySet<number> = new Set([403, 429]);

const NO_ARCHIVE = {
  sizeBytes: 0,
  sha256: '',
  md5: '',
  counts: {},
  files: 0,
  attachments: 0,
  gitRepositories: 0,
};
