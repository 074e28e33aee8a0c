import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSeededRandom, type Random } from '../../../src/base/index.ts';
import type { ApiMethod, ApiRequest } from '../../../src/client/send.ts';
import { type ServedRequest, startSandbox } from '../../../src/sandbox/index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { carefulMs } from '../support/careful-caller.ts';
import { createEventClock } from '../support/event-clock.ts';
import { callInProcesses } from '../support/gate-processes.ts';
import { createLimitJudge } from '../support/limit-judge.ts';
import { START_MS } from '../support/test-client.ts';

const IS_LONG = process.env['SATCHEL_TEST_LONG'] === '1';
const ALL_REQUESTS = 10_000;
const PROCESSES = 2;
const CALLERS_A_PROCESS = 4;

/** What the requests of a campaign are, by share. */
type Mix = readonly (readonly [share: number, method: ApiMethod, route: string])[];

const MIXED: Mix = [
  [2, 'GET', '/user/migrations'],
  [1, 'GET', '/repos/{owner}/{repo}/events'],
  [1, 'GET', '/notifications'],
  [4, 'POST', '/user/migrations'],
  [2, 'PATCH', '/notifications/threads/{thread_id}'],
  [1, 'DELETE', '/notifications/threads/{thread_id}'],
  [1, 'POST', '/login/oauth/access_token'],
];
const READING: Mix = [[1, 'GET', '/events']];
const REMOVING: Mix = [
  [1, 'DELETE', '/notifications/threads/{thread_id}'],
  [1, 'GET', '/notifications'],
];

/** What a sandbox answers; a write without a body is refused, and counted all the same. */
const SERVED: Mix = [
  [3, 'GET', '/user'],
  [3, 'GET', '/user/migrations'],
  [2, 'GET', '/notifications'],
  [4, 'POST', '/user/migrations'],
];

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

describe('the gate of one token in two processes', () => {
  it.each([
    { name: 'a mix of everything', mix: MIXED, maxTookMs: 400, sampled: 900 },
    { name: 'reading one endpoint', mix: READING, maxTookMs: 60, sampled: 1_000 },
    { name: 'slow answers, which the CPU time bounds', mix: READING, maxTookMs: 4_000, sampled: 300 },
    { name: 'removing and reading', mix: REMOVING, maxTookMs: 200, sampled: 200 },
  ])('hits no limit, loses nothing and wastes no time: $name', async ({ name, mix, maxTookMs, sampled }) => {
    const clock = createEventClock(START_MS);
    const random = createSeededRandom(`campaign ${name}`);
    const judge = createLimitJudge({ clock, random, maxTookMs });
    const requests = makeRequests({ mix, random, sampled });
    const statePath = join(directory, `${name}.json`);
    const processes = { processes: PROCESSES, callersEach: CALLERS_A_PROCESS };
    await callInProcesses({ directory, statePath, clock, send: judge.send, requests, ...processes });
    const tookMs = clock.now() - START_MS;
    expect(judge.hits).toEqual([]);
    expect([...judge.served].sort()).toEqual(
      requests.map(({ method, url }) => `${method} ${url.pathname}`).sort(),
    );
    const leastMs = unavoidableMs(requests, maxTookMs);
    expect(tookMs).toBeLessThanOrEqual(1.05 * leastMs + 60_000);
    if (IS_LONG) {
      console.log(
        `${name}: ${requests.length} requests, ${tookMs / 1_000} s, unavoidable ${leastMs / 1_000} s`,
      );
    }
    expect((await readdir(directory)).filter((file) => file.endsWith('.lock'))).toEqual([]);
  });

  it('hits no limit of the sandbox over real connections', async () => {
    const clock = createEventClock(START_MS);
    const served: ServedRequest[] = [];
    const sandbox = await startSandbox({
      dialect: 'service',
      seed: 'campaign',
      repositories: 1,
      issues: 1,
      clock,
      onRequest: (request) => served.push(request),
    });
    onTestFinished(() => sandbox.close());
    const requests = makeRequests({
      mix: SERVED,
      random: createSeededRandom('served'),
      sampled: 150,
    }).map((request) => ({
      ...request,
      url: new URL(request.route, sandbox.ready.base_url),
      headers: { authorization: `Bearer ${sandbox.ready.tokens.classic}`, 'user-agent': 'satchel-test/1' },
      ...(request.method === 'GET' ? {} : { body: {} }),
    }));
    const statePath = join(directory, 'served.json');
    const processes = { processes: PROCESSES, callersEach: CALLERS_A_PROCESS };
    await callInProcesses({ directory, statePath, clock, requests, ...processes });
    expect(served.map(({ status }) => status).filter((status) => status === 403 || status === 429)).toEqual(
      [],
    );
    expect(served).toHaveLength(requests.length);
    expect(clock.now() - START_MS).toBeLessThanOrEqual(1.05 * unavoidableMs(requests, 0) + 60_000);
  });
});

interface Campaign {
  readonly mix: Mix;
  readonly random: Random;
  /** How many requests the normal run makes: enough to meet the limit that the mix is about. */
  readonly sampled: number;
}

function makeRequests({ mix, random, sampled }: Campaign): readonly ApiRequest[] {
  const bag = mix.flatMap(([share, method, route]) =>
    Array.from({ length: share }, () => ({ method, route })),
  );
  return Array.from({ length: IS_LONG ? ALL_REQUESTS : sampled }, (_, number) => {
    const { method, route } = random.pick(bag);
    return {
      action: 'do it',
      method,
      route,
      headers: {},
      url: new URL(`https://service.example${route}/${number}`),
    };
  });
}

/**
 * The time that the limits and our own spacing of writes make unavoidable. The primary limit parts the queue: what
 * stands behind as many requests as an hour allows cannot begin before the next hour.
 */
function unavoidableMs(requests: readonly ApiRequest[], maxTookMs: number): number {
  const hours = Math.floor((requests.length - 1) / 5_000);
  const rest = hours === 0 ? [] : requests.slice(hours * 5_000 + PROCESSES * CALLERS_A_PROCESS);
  return Math.max(withinHourMs(requests, maxTookMs), hours * 3_600_000 + withinHourMs(rest, maxTookMs));
}

/** The longest of what each of the other limits takes alone. */
function withinHourMs(requests: readonly ApiRequest[], maxTookMs: number): number {
  const writes = requests.filter(({ method }) => method !== 'GET');
  const creating = writes.filter(({ method }) => method !== 'DELETE');
  const meanMs = maxTookMs / 2;
  const spacedMs = (count: number) => Math.max(0, count) * (1_000 + meanMs);
  const batchesMs = (count: number, size: number, windowMs: number) =>
    Math.floor(Math.max(0, count - 1) / size) * windowMs;
  return Math.max(
    spacedMs(writes.length - 1),
    batchesMs(creating.length, 500, 3_600_000) + spacedMs((creating.length - 1) % 500),
    (requests.length * meanMs) / (PROCESSES * CALLERS_A_PROCESS),
    carefulMs({
      requests: requests.length,
      callers: PROCESSES * CALLERS_A_PROCESS,
      maxTookMs: Math.max(1, maxTookMs),
      random: createSeededRandom('careful'),
    }),
    ...[...groupByEndpoint(requests).values()].map(({ count, points }) =>
      batchesMs(count, Math.floor(900 / points), 60_000),
    ),
  );
}

function groupByEndpoint(
  requests: readonly ApiRequest[],
): ReadonlyMap<string, { readonly count: number; readonly points: number }> {
  const groups = new Map<string, { readonly count: number; readonly points: number }>();
  for (const { method, route } of requests) {
    const name = `${method} ${route}`;
    groups.set(name, { count: (groups.get(name)?.count ?? 0) + 1, points: method === 'GET' ? 1 : 5 });
  }
  return groups;
}
