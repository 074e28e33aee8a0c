import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { Client, ClientOptions } from '../../../src/client/create-client.ts';
import { chooseInstallation } from '../../../src/client/identity/app-installation.ts';
import { listPages } from '../../../src/client/list-pages.ts';
import type { ApiCall } from '../../../src/client/send.ts';
import type { ServedRequest } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createSmallWorld } from '../../sandbox/server/support/small-world.ts';
import { APP_PEM } from '../support/app-key.ts';
import { json, type Step, startScriptedServer } from '../support/scripted-server.ts';
import { createAnonymousClient, READ, START_MS } from '../support/test-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const APP = { appId: '1', privateKey: APP_PEM.privateKey };

interface Scene {
  readonly client: Client;
  /** Method, path and caller of each request. */
  readonly requests: readonly string[];
  readonly notices: readonly string[];
  readonly secrets: readonly string[];
  readonly budgets: ApiCall;
  /** Advances the clock of this machine and that of the service. */
  advance(durationMs: number): void;
}

/** A client of a sandbox with a GitHub App; `aheadMs` is the difference of their clocks. */
async function openScene(options: Partial<ClientOptions> = {}, aheadMs = 0): Promise<Scene> {
  const clock = createDrivenClock(START_MS + aheadMs, { skipSleeps: true });
  const serviceClock = { now: () => clock.now() - aheadMs, sleep: clock.sleep };
  const served: ServedRequest[] = [];
  const sandbox = await startSandbox({
    dialect: 'service',
    world: createSmallWorld('service'),
    clock: serviceClock,
    appKey: APP_PEM.publicKey,
    onRequest: (request) => served.push(request),
  });
  onTestFinished(sandbox.close);
  const notices: string[] = [];
  const secrets: string[] = [];
  const client = createAnonymousClient(new URL(sandbox.ready.base_url), {
    app: APP,
    clock,
    onNotice: (text) => notices.push(text),
    onSecret: (secret) => secrets.push(secret),
    ...options,
  });
  return {
    client,
    get requests() {
      return served.map(({ method, path, caller }) => `${method} ${path} ${caller}`);
    },
    notices,
    secrets,
    budgets: {
      action: 'list the budgets',
      method: 'GET',
      route: '/organizations/{org}/settings/billing/budgets',
      parameters: { org: sandbox.ready.organization },
    },
    advance: clock.advance,
  };
}

const EXCHANGE = /^POST \/app\/installations\/1\/access_tokens app$/;
const exchangesIn = ({ requests }: Scene) => requests.filter((request) => EXCHANGE.test(request)).length;

describe('an installation of an app', () => {
  it('calls with a token that it gets with its key, once for many calls', async () => {
    const scene = await openScene();
    for (let call = 0; call < 3; call += 1) {
      expect((await scene.client.request(scene.budgets)).status).toBe(200);
    }
    expect(scene.requests.slice(0, 3)).toEqual([
      'GET /app/installations?per_page=100 app',
      'POST /app/installations/1/access_tokens app',
      expect.stringMatching(/^GET \/organizations\/.* app_installation$/),
    ]);
    expect(exchangesIn(scene)).toBe(1);
    expect(scene.secrets).toEqual([expect.stringMatching(/^svs_\w{36}$/)]);
  });

  it('does not look for the installation that it is given', async () => {
    const scene = await openScene({ app: { ...APP, installationId: 1 } });
    await scene.client.request(scene.budgets);
    expect(scene.requests[0]).toMatch(EXCHANGE);
  });

  it('gets one token for requests that begin at the same time', async () => {
    const scene = await openScene();
    await Promise.all(Array.from({ length: 10 }, () => scene.client.request(scene.budgets)));
    expect(exchangesIn(scene)).toBe(1);
  });

  it('renews the token five minutes before it expires, in the middle of a list', async () => {
    const scripted = await startScripted([
      (response, request) => {
        const page = Number(new URL(request.path, 'http://x').searchParams.get('page') ?? 1);
        const link = `<http://${request.headers.host}/things?page=${page + 1}>; rel="next"`;
        return json(200, [{ page }], page < 20 ? { link } : {})(response, request);
      },
    ]);
    for await (const { status } of listPages(scripted.client, READ)) {
      expect(status).toBe(200);
      scripted.clock.advance(10 * MINUTE_MS);
    }
    const tokens = scripted.authorizations().filter((text) => text?.startsWith('Bearer app-token') === true);
    // Six pages in 50 minutes; the next one would be requested 60 minutes after the token.
    const expected = Array.from(
      { length: 20 },
      (_, page) => `Bearer app-token-number-${Math.floor(page / 6) + 1}`,
    );
    expect(tokens).toEqual(expected);
  });

  it('renews the token while it polls, without a request that the service rejects', async () => {
    const scene = await openScene();
    for (let poll = 0; poll < 30; poll += 1) {
      expect((await scene.client.request(scene.budgets)).status).toBe(200);
      scene.advance(8 * MINUTE_MS);
    }
    expect(scene.requests.filter((request) => request.endsWith('anonymous'))).toEqual([]);
    // Polls at 0, 8, … 48 minutes use one token, which is replaced after 55 minutes and not after 60.
    expect(exchangesIn(scene)).toBe(Math.ceil(30 / 7));
    expect(new Set(scene.secrets).size).toBe(exchangesIn(scene));
  });

  it('renews a token once that the service rejects', async () => {
    const scripted = await startScripted([
      json(401, { message: 'Bad credentials' }),
      json(200, { fine: true }),
    ]);
    const response = await scripted.client.request(READ);
    expect(response.body).toEqual({ fine: true });
    expect(scripted.paths()).toEqual([TOKENS, '/things', TOKENS, '/things']);
  });

  it('fails if the service rejects the new token too', async () => {
    const scripted = await startScripted([json(401, { message: 'Bad credentials' })]);
    await expect(scripted.client.request(READ)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(scripted.paths()).toEqual([TOKENS, '/things', TOKENS, '/things']);
  });

  it('repeats a read if the service is in trouble while it gets a token', async () => {
    let failures = 2;
    const scripted = await startScripted([json(200, {})], (response, request) => {
      failures -= 1;
      return failures >= 0 ? json(502, { message: 'Server Error' })(response, request) : undefined;
    });
    expect((await scripted.client.request(READ)).status).toBe(200);
    expect(scripted.paths()).toEqual([TOKENS, TOKENS, TOKENS, '/things']);
  });

  it('shows no token that the service repeats, neither the first nor a later one', async () => {
    const scripted = await startScripted([
      (response, request) =>
        json(403, { message: `Not with ${request.headers.authorization}` })(response, request),
    ]);
    for (const token of ['app-token-number-1', 'app-token-number-2']) {
      const failure = await scripted.client.request(READ).catch((error: unknown) => error);
      expect(scripted.authorizations().at(-1)).toBe(`Bearer ${token}`);
      expect(String(failure)).toContain('Not with Bearer [redacted]');
      scripted.clock.advance(2 * HOUR_MS);
    }
  });

  it('leaves a request that is aborted while it waits for a token, and finishes the others', async () => {
    const controller = new AbortController();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const scripted = await startScripted([json(200, {})], async () => {
      controller.abort(new Error('enough'));
      await held;
    });
    const stopped = scripted.client.request({ ...READ, signal: controller.signal });
    const other = scripted.client.request(READ);
    await expect(stopped).rejects.toThrow('enough');
    release();
    expect((await other).status).toBe(200);
    expect(scripted.paths()).toEqual([TOKENS, '/things']);
  });

  it.each(['/user/migrations', '/notifications'])(
    'is refused for %s before anything is sent',
    async (route) => {
      const scene = await openScene();
      await expect(scene.client.request({ ...READ, route })).rejects.toMatchObject({
        code: 'token-kind',
        message: expect.stringContaining('and this is an app installation access token'),
        hint: expect.stringContaining('Create a classic personal access token with the scope'),
      });
      expect(scene.requests).toEqual([]);
    },
  );
});

describe('the clock', () => {
  it.each([
    ['ahead of', 20 * MINUTE_MS],
    ['behind', -20 * MINUTE_MS],
    ['ahead of', 3 * MINUTE_MS],
  ])('of a machine %s the service is replaced by the service, with one notice', async (words, aheadMs) => {
    const scene = await openScene({}, aheadMs);
    expect((await scene.client.request(scene.budgets)).status).toBe(200);
    scene.advance(2 * HOUR_MS);
    expect((await scene.client.request(scene.budgets)).status).toBe(200);
    expect(scene.notices).toEqual([
      `The clock of this machine is ${Math.abs(aheadMs) / MINUTE_MS} m 00 s ${words} the service's. Requests of the app are signed with the service's time instead; correct the clock of this machine.`,
    ]);
    // Two tokens, and one rejected call.
    expect(scene.requests.filter((request) => request.endsWith('anonymous'))).toHaveLength(1);
    expect(exchangesIn(scene)).toBe(2);
  });

  it.each([40_000, -40_000])('may differ by %s milliseconds', async (aheadMs) => {
    const scene = await openScene({}, aheadMs);
    expect((await scene.client.request(scene.budgets)).status).toBe(200);
    expect(scene.notices).toEqual([]);
  });
});

describe('an app that the service does not accept', () => {
  it('is reported with the reason of the service', async () => {
    const other = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const scene = await openScene({ app: { ...APP, privateKey: other.privateKey } });
    await expect(scene.client.request(scene.budgets)).rejects.toMatchObject({
      code: 'unauthorized',
      message:
        'Cannot find the installation of the app "1": the service does not accept the key of the app (401 "A JSON web token could not be decoded")',
      hint: expect.stringContaining('settings of the app'),
    });
    expect(scene.requests).toHaveLength(1);
  });

  it('is reported if the installation does not exist', async () => {
    const scene = await openScene({ app: { ...APP, installationId: 404 } });
    await expect(scene.client.request(scene.budgets)).rejects.toThrow(
      'Cannot get a token for the installation 404 of the app "1": there is no such app or installation (404 "Not Found")',
    );
  });

  it('is reported if the app is not installed on the organization', async () => {
    const scene = await openScene({ app: { ...APP, owner: 'elsewhere' } });
    await expect(scene.client.request(scene.budgets)).rejects.toThrow(
      'it is not installed on "elsewhere", but on',
    );
  });

  it.each([
    ['an id with spaces', { ...APP, appId: 'my app' }],
    ['an empty id', { ...APP, appId: '' }],
    ['a key of another kind', { ...APP, privateKey: APP_PEM.publicKey }],
  ])('is rejected before the first request: %s', (_, app) => {
    expect(() => createAnonymousClient(new URL('https://service.example'), { app })).toThrow(
      'Cannot use the',
    );
  });

  it('is not called over an open connection to another machine', () => {
    expect(() => createAnonymousClient(new URL('http://service.example'), { app: APP })).toThrow(
      'a token would cross the network unencrypted',
    );
  });

  it.each([{}, { token: 'app-token' }, { token: 7, expires_at: 'soon' }])(
    'is reported if the response has no token: %j',
    async (body) => {
      const server = await startScriptedServer(json(201, body));
      const client = createAnonymousClient(server.url, { app: { ...APP, installationId: 7 } });
      await expect(client.request(READ)).rejects.toMatchObject({ code: 'not-the-service' });
    },
  );
});

const TOKENS = '/app/installations/7/access_tokens';

/** A client of a scripted server, which gives out tokens unless `interrupt` answers, and else follows the steps. */
async function startScripted(steps: readonly Step[], interrupt?: Step) {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  let calls = 0;
  let tokens = 0;
  const server = await startScriptedServer(async (response, request) => {
    if (request.path !== TOKENS) {
      calls += 1;
      return await steps[Math.min(calls, steps.length) - 1]?.(response, request);
    }
    await interrupt?.(response, request);
    if (!response.writableEnded) {
      tokens += 1;
      const expiry = new Date(clock.now() + HOUR_MS).toISOString();
      await json(201, { token: `app-token-number-${tokens}`, expires_at: expiry })(response, request);
    }
  });
  const client = createAnonymousClient(server.url, { clock, app: { ...APP, installationId: 7 } });
  return {
    client,
    clock,
    paths: () => server.requests.map(({ path }) => path),
    authorizations: () => server.requests.map(({ headers }) => headers.authorization),
  };
}

const on = (id: number, login: string) => ({ id, account: { login } });
const choose = (body: unknown, owner?: string) => chooseInstallation(body, 'find it', owner);

describe('chooseInstallation()', () => {
  it('chooses the only one, or that of the owner in any spelling', () => {
    expect(choose([on(7, 'acme')])).toBe(7);
    expect(choose([on(7, 'acme'), on(8, 'beta')], 'Beta')).toBe(8);
    expect(choose([{ id: 9, account: { slug: 'big-corp' } }, on(7, 'acme')], 'big-corp')).toBe(9);
  });

  it.each([
    [[], undefined, 'absent', 'it is not installed on any account'],
    [{ message: 'hello' }, undefined, 'absent', 'it is not installed on any account'],
    [[on(7, 'acme')], 'beta', 'absent', 'it is not installed on "beta", but on acme (7)'],
    [
      [on(7, 'acme'), on(8, 'beta')],
      undefined,
      'usage',
      'it is installed on several accounts: acme (7), beta (8)',
    ],
    [
      [1, 2, 3, 4, 5, 6].map((id) => on(id, `org${id}`)),
      'x\u001b[2J',
      'absent',
      'on org1 (1), org2 (2), org3 (3), org4 (4), org5 (5), others',
    ],
  ])('%j for %s: %s', (body, owner, code, found) => {
    expect(() => choose(body, owner)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(found) }),
    );
  });

  it('cannot be made to control a terminal by the name of an account', () => {
    const message = expect.not.stringContaining('\u001b');
    expect(() => choose([on(1, 'a\u001b[2J'), on(2, 'b')])).toThrow(expect.objectContaining({ message }));
  });
});
