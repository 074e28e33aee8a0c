import { type ClientRequest, request as send } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { DIALECTS, openStage, type Stage } from './support/stage.ts';

/** Requests sent at a time, well below what may run at a time. */
const BATCH = 20;

describe.each(DIALECTS)('secondary limits, specification 8.2 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    // Nobody reads these archives.
    stage = await openStage(dialect, {
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
    expect(reply?.json.message).toMatch(/secondary rate limit/i);
  }

  it('let 900 points a minute pass for an endpoint, 1 a reading request', async (context) => {
    const { passed, reply } = await askUntilLimited('/rate_limit', {}, 1_000);
    expect(passed).toBe(900);
    expectSecondary(reply);
    const retryAfterSeconds = Number(reply?.headers['retry-after']);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    // Other endpoints have points of their own.
    expect((await stage.ask('/user')).status).toBe(200);
    stage.clock.advance(retryAfterSeconds * 1000);
    expect((await stage.ask('/rate_limit')).status).toBe(200);
    claim(context, '8.2/2/points', '8.2/points/GET', '7/secondary/message', '2.9/retry-after');
    claim(context, '4.6/secondary');
  });

  it.runIf(dialect === 'service').for(['HEAD', 'OPTIONS'])(
    'charge 1 point for %s too',
    async (method, context) => {
      // The type of questions knows no OPTIONS, which no client of ours sends.
      const { passed, reply } = await askUntilLimited('/user', { method: method as 'HEAD' }, 1_000);
      expect([passed, reply !== undefined]).toEqual([900, true]);
      claim(context, `8.2/points/${method}`);
    },
  );

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
    const { passed, reply } = await createContents(120);
    expect(passed).toBe(80);
    expectSecondary(reply);
    claim(context, '8.2/5/minute');
  });

  it.runIf(dialect === 'service')('let 500 contents an hour be created', async (context) => {
    let total = 0;
    for (let minute = 0; minute < 7; minute += 1) {
      total += (await createContents(80)).passed;
      stage.clock.advance(60_000);
    }
    expect(total).toBe(500);
    claim(context, '8.2/5/hour');
  });

  function createContents(max: number) {
    const body = { repositories: [stage.sandbox.ready.repositories[0]] };
    return askUntilLimited('/user/migrations', { method: 'POST', body }, max);
  }

  it.runIf(dialect === 'service')('let 2,000 OAuth token requests an hour pass', async (context) => {
    let total = 0;
    for (let minute = 0; minute < 13; minute += 1) {
      total += (await askUntilLimited('/login/oauth/access_token', { method: 'POST', body: {} }, 160)).passed;
      stage.clock.advance(60_000);
    }
    expect(total).toBe(2_000);
    claim(context, '8.2/6/tokens');
  });

  it('let 100 requests run at a time', async (context) => {
    const held = Array.from({ length: 100 }, holdRequest);
    const reply = await firstRefusal('/user');
    expectSecondary(reply);
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

  /** The heads need a moment to arrive: asks until they all have. */
  async function firstRefusal(path: string): Promise<Reply | undefined> {
    return (await askUntilLimited(path, {}, 2_000)).reply;
  }
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
