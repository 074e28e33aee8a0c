import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { planPoll, type WaitOptions, waitForMigration } from '../../src/export/wait-for-migration.ts';
import { Failure } from '../../src/model/failure.ts';
import { json, type Step, startScriptedServer, text } from '../client/support/scripted-server.ts';
import { createTestClient, START_MS } from '../client/support/test-client.ts';
import { migrationIn } from './support/archive-service.ts';

async function startWait(steps: readonly Step[], options: Partial<WaitOptions> = {}) {
  const server = await startScriptedServer(...steps);
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const migrations = createMigrations(createTestClient(server.url, { clock }), { type: 'user' });
  const states: unknown[] = [];
  const migration = waitForMigration({
    migrations,
    id: 79,
    clock,
    onState: ({ state }, elapsedMs, nextPollMs) => states.push([state, elapsedMs, nextPollMs]),
    ...options,
  });
  return { migration, states, clock, requests: server.requests };
}

describe('waitForMigration()', () => {
  it('polls at growing intervals until the migration is exported, and reports each state', async () => {
    const { migration, states, requests } = await startWait([
      migrationIn('pending'),
      migrationIn('exporting'),
      migrationIn('exported'),
    ]);
    expect(await migration).toMatchObject({ id: 79, state: 'exported' });
    expect(states).toEqual([
      ['pending', 1_000, 1_500],
      ['exporting', 2_500, 2_250],
      ['exported', 4_750, undefined],
    ]);
    expect(requests[0]?.path).toBe('/user/migrations/79?exclude%5B%5D=repositories');
  });

  it('treats an unknown state as unfinished, and reports it once', async () => {
    const troubles: string[] = [];
    const { migration } = await startWait(
      [migrationIn('queued'), migrationIn('queued'), migrationIn('exporting'), migrationIn('exported')],
      { onTrouble: ({ message }) => troubles.push(message) },
    );
    expect(await migration).toMatchObject({ state: 'exported' });
    expect(troubles).toEqual([
      'Migration 79 is in the unknown state "queued", which is treated as unfinished',
    ]);
  });

  it('fails at the first limit if waiting is not allowed', async () => {
    const server = await startScriptedServer(
      json(403, { message: 'API rate limit exceeded' }, { 'x-ratelimit-remaining': '0' }),
    );
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const client = createTestClient(server.url, { clock, canWait: false });
    const migrations = createMigrations(client, { type: 'user' });
    await expect(waitForMigration({ migrations, id: 79, clock })).rejects.toMatchObject({
      code: 'rate-limited',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('does not wait forever for the end of an unknown state', async () => {
    const { migration } = await startWait([migrationIn('cancelled')], { pollIntervalMs: 3_600_000 });
    await expect(migration).rejects.toMatchObject({
      code: 'still-pending',
      message: expect.stringMatching(
        /^Cannot wait any longer for migration 79: it is still cancelled after .*$/,
      ),
    });
  });

  it('counts the time of an unknown state from the last one that is known', async () => {
    const { migration } = await startWait(
      [migrationIn('exporting'), migrationIn('exporting'), migrationIn('queued'), migrationIn('exported')],
      { pollIntervalMs: 20 * 3_600_000 },
    );
    expect(await migration).toMatchObject({ state: 'exported' });
  });

  it.each([
    ['a limit that asks to wait 40 s', json(429, { message: 'Slow down' }, { 'retry-after': '40' })],
    ['an outage', json(503, {})],
    ['an outage that asks to wait 40 s', json(503, {}, { 'retry-after': '40' })],
    ['broken connections', ((response) => void response.destroy()) as Step],
  ])('ends at its deadline also within a call, because of %s', async (_, step) => {
    const { migration, clock } = await startWait([step], { deadlineMs: 3_000 });
    await expect(migration).rejects.toMatchObject({
      code: 'still-pending',
      message: 'Cannot wait any longer for migration 79: the service reported no state after 3.0 s',
    });
    expect(clock.now() - START_MS).toBe(3_000);
  });

  it('ends at its deadline if there is no response, and reports the last state', async () => {
    const clock = createDrivenClock(START_MS);
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await startScriptedServer(migrationIn('exporting'), () => asked());
    const migrations = createMigrations(createTestClient(server.url, { clock }), { type: 'user' });
    const wait = waitForMigration({
      migrations,
      id: 79,
      clock,
      pollIntervalMs: 0,
      deadlineMs: 3_000,
    });
    const ended = expect(wait).rejects.toMatchObject({
      code: 'still-pending',
      message: 'Cannot wait any longer for migration 79: it is still exporting after 3.0 s',
    });
    clock.advance(0);
    const beat = setInterval(() => clock.advance(0), 5);
    await isAsked;
    clearInterval(beat);
    clock.advance(3_000);
    await ended;
  });

  it('shortens growing intervals at random, and reports the interval that it then sleeps', async () => {
    const shares = [0, 0.5, 0.99];
    const { migration, states } = await startWait(
      [migrationIn('pending'), migrationIn('exporting'), migrationIn('exported')],
      { random: { next: () => shares.shift() ?? 0 } },
    );
    await migration;
    expect(states).toEqual([
      ['pending', 1_000, 1_313],
      ['exporting', 2_313, 1_693],
      ['exported', 4_006, undefined],
    ]);
  });

  it('polls at a fixed interval if one is given, without jitter', async () => {
    const { migration, states } = await startWait([migrationIn('pending'), migrationIn('exported')], {
      pollIntervalMs: 10_000,
      random: createSeededRandom('fixed'),
    });
    await migration;
    expect(states).toEqual([
      ['pending', 10_000, 10_000],
      ['exported', 20_000, undefined],
    ]);
  });

  it('reports the failure of the migration', async () => {
    const { migration } = await startWait([migrationIn('exporting'), migrationIn('failed')]);
    await expect(migration).rejects.toMatchObject({
      code: 'migration-failed',
      message: 'Cannot export migration 79: the service reports that it failed',
    });
  });

  it('ends at the deadline, with a last poll just then', async () => {
    const { migration, clock } = await startWait([migrationIn('exporting')], { deadlineMs: 7_000 });
    await expect(migration).rejects.toMatchObject({
      code: 'still-pending',
      message: 'Cannot wait any longer for migration 79: it is still exporting after 7.0 s',
      commandHint: 'Wait for it with "satchel export wait 79"',
    });
    expect(clock.now()).toBe(START_MS + 7_000);
  });

  it('is not ended by errors that pass', async () => {
    const troubles: string[] = [];
    const { migration } = await startWait(
      [...Array.from({ length: 12 }, () => json(502, { message: 'Server Error' })), migrationIn('exported')],
      { onTrouble: ({ code }) => troubles.push(code) },
    );
    expect(await migration).toMatchObject({ state: 'exported' });
    expect(troubles).toEqual(['service-unavailable', 'service-unavailable']);
  });

  it('ends after hours of nothing but errors', async () => {
    const { migration, clock } = await startWait([json(502, {})]);
    await expect(migration).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(clock.now() - START_MS).toBeGreaterThan(6 * 3_600_000);
  });

  it('is ended by an error that will not pass', async () => {
    const { migration, requests } = await startWait([json(401, { message: 'Bad credentials' })]);
    await expect(migration).rejects.toMatchObject({ code: 'unauthorized' });
    expect(requests).toHaveLength(1);
  });

  describe('and answers that deny the migration, or the service', () => {
    const PAGE = '<html><title>Scheduled maintenance</title></html>';
    const DENIALS: readonly (readonly [string, Step, string])[] = [
      ['a web page', text(200, PAGE, { 'content-type': 'text/html' }), 'not-the-service'],
      ['a web page as a refusal', text(403, PAGE, { 'content-type': 'text/html' }), 'not-the-service'],
      ['nothing', text(200, ''), 'not-the-service'],
      ['a login page elsewhere', text(302, '', { location: 'https://sso.example/' }), 'location-refused'],
      ['404', json(404, { message: 'Not Found' }), 'absent'],
    ];

    it.each(DENIALS)('is not ended by %s once it was read', async (_, denial, code) => {
      const troubles: unknown[] = [];
      const { migration, requests } = await startWait(
        [migrationIn('exporting'), denial, migrationIn('exporting'), denial, migrationIn('exported')],
        { onTrouble: (failure, nextPollMs) => troubles.push([failure.code, nextPollMs]) },
      );
      expect(await migration).toMatchObject({ state: 'exported' });
      expect(troubles).toEqual([
        [code, 2_250],
        [code, 5_063],
      ]);
      expect(requests).toHaveLength(5);
    });

    it.each(DENIALS)('is not ended by %s if it is known from before', async (_, denial) => {
      const { migration } = await startWait([denial, migrationIn('exported')], { isKnown: true });
      expect(await migration).toMatchObject({ state: 'exported' });
    });

    it.each(DENIALS)('is ended by %s at once if it was never read', async (_, denial, code) => {
      const { migration, requests } = await startWait([denial]);
      await expect(migration).rejects.toMatchObject({ code });
      expect(requests).toHaveLength(1);
    });

    it.each(DENIALS)('is ended by %s after a quarter of an hour', async (_, denial, code) => {
      const { migration, clock } = await startWait([migrationIn('exporting'), denial]);
      await expect(migration).rejects.toMatchObject({ code });
      expect(clock.now() - START_MS).toBeGreaterThan(15 * 60_000);
      expect(clock.now() - START_MS).toBeLessThan(17 * 60_000);
    });

    it('counts the time of each series of them alone, and survives one with long intervals', async () => {
      const [[, page]] = DENIALS as readonly [(typeof DENIALS)[number]];
      const steps = Array.from({ length: 5 }, () => [page, migrationIn('exporting')]).flat();
      const { migration } = await startWait([...steps, migrationIn('exported')], {
        isKnown: true,
        pollIntervalMs: 30 * 60_000,
      });
      expect(await migration).toMatchObject({ state: 'exported' });
    });
  });

  it('leaves the service alone for as long as it asks', async () => {
    const nextPollsMs: number[] = [];
    const { migration, clock, requests } = await startWait(
      [json(503, {}, { 'retry-after': '300' }), migrationIn('exported')],
      { pollIntervalMs: 1_000, onTrouble: (_, nextPollMs) => nextPollsMs.push(nextPollMs) },
    );
    await migration;
    expect(nextPollsMs).toEqual([300_000]);
    expect([clock.now() - START_MS, requests.length]).toEqual([301_000, 2]);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Failure('interrupted', 'Interrupted by SIGINT');
    const { migration } = await startWait([migrationIn('pending')], {
      signal: controller.signal,
      onState: () => controller.abort(reason),
    });
    await expect(migration).rejects.toBe(reason);
  });
});

describe('planPoll()', () => {
  it('waits a second, then 1.5 times longer each time, up to a minute', () => {
    const delaysMs = Array.from({ length: 13 }, (_, pollsMade) => planPoll({ pollsMade }));
    expect(delaysMs).toEqual([
      1_000, 1_500, 2_250, 3_375, 5_063, 7_594, 11_391, 17_086, 25_629, 38_443, 57_665, 60_000, 60_000,
    ]);
    expect(planPoll({ pollsMade: 100_000 })).toBe(60_000);
  });

  it('varies each interval by at most a quarter, and by chance alone', () => {
    const plan = (seed: string) => {
      const random = createSeededRandom(seed);
      return Array.from({ length: 200 }, () => planPoll({ pollsMade: 100, random }));
    };
    const delaysMs = plan('jitter');
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(45_000);
    expect(new Set(delaysMs).size).toBeGreaterThan(150);
    expect(plan('jitter')).toEqual(delaysMs);
    expect(plan('other')).not.toEqual(delaysMs);
  });

  it('accepts a fixed interval', () => {
    expect(planPoll({ pollsMade: 9, intervalMs: 250 })).toBe(250);
  });

  it('plans nothing beyond the deadline', () => {
    expect(planPoll({ pollsMade: 9, leftMs: 1_234 })).toBe(1_234);
    expect(planPoll({ pollsMade: 9, leftMs: -1 })).toBe(0);
  });
});
