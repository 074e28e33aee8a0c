import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/index.ts';
import type { ChargedRequest } from '../../../../src/sandbox/server/api/limits.table.ts';
import { SecondaryLimiter } from '../../../../src/sandbox/server/api/secondary-limiter.ts';
import { parseFault } from '../../../../src/sandbox/server/faults/fault.ts';
import { openHarbour } from '../support/harbour.ts';

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

  it('allows 90 seconds of computing a minute over all endpoints', () => {
    const limiter = new SecondaryLimiter(createDrivenClock(0));
    let endpoint = 0;
    const charge = () => {
      endpoint += 1;
      return limiter.charge({ ...WRITING, endpoint: `POST /${endpoint}` });
    };
    expect(countUntilExcess(charge)).toMatchObject({ count: 900, limit: 'cpu' });
  });

  it('allows 80 pieces of content a minute and 500 an hour', () => {
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
  });

  it('allows 2,000 requests for tokens an hour', () => {
    const clock = createDrivenClock(0);
    const limiter = new SecondaryLimiter(clock);
    const charge = () => {
      clock.advance(1_000);
      return limiter.charge({ ...WRITING, makes: 'token' });
    };
    expect(countUntilExcess(charge)).toMatchObject({ count: 2_000, limit: 'tokens' });
  });

  it('allows a hundred requests at a time', () => {
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

describe('secondary limits over HTTP', () => {
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

  it('refuse with a text that clients know, without headers of the primary limit', async () => {
    const { ask, clock } = await openHarbour();
    for (let count = 0; count < 900; count += 1) {
      await ask('/rate_limit');
    }
    clock.advance(20_000);
    const { status, json, headers } = await ask('/rate_limit');
    expect(status).toBe(403);
    expect(json.message).toMatch(/^You have exceeded a secondary rate limit\. Please wait a few minutes/);
    expect(json.documentation_url).toMatch(/secondary-rate-limits$/);
    expect(headers['retry-after']).toBe('40');
    expect(headers).not.toHaveProperty('x-ratelimit-remaining');
    expect((await ask('/user')).status).toBe(200);
  });

  it('count requests that are still being sent as concurrent', async () => {
    const { ask, sandbox } = await openHarbour();
    const { port } = new URL(sandbox.ready.url);
    const { classic } = sandbox.ready.tokens;
    const head = [
      'PUT /notifications HTTP/1.1',
      'Host: x',
      'User-Agent: x',
      `Authorization: Bearer ${classic}`,
      'Content-Length: 9',
      '',
      '{',
    ].join('\r\n');
    const sockets = Array.from({ length: 101 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write(head);
    }
    let reply = await ask('/user');
    while (reply.status === 200) {
      reply = await ask('/user');
    }
    expect(reply.json.message).toContain('secondary rate limit');
    expect(reply.headers).not.toHaveProperty('retry-after');
    for (const socket of sockets) {
      socket.destroy();
    }
    while (reply.status !== 200) {
      reply = await ask('/user');
    }
  });
});
