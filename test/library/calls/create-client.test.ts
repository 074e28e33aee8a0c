import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createClient } from '../../../src/library/client.ts';
import { startSandbox } from '../../../src/library/sandbox.ts';

async function openSandbox() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

it('needs no more than an address and a token, and ends with its block', async () => {
  const { baseUrl, token, ready } = await openSandbox();
  let client: ReturnType<typeof createClient>;
  {
    await using own = createClient({ baseUrl, token });
    expect(await own.getAccount()).toMatchObject({ login: ready.user });
    client = own;
  }
  await expect(client.getAccount()).rejects.toMatchObject({ code: 'closed' });
});

it('fails at once after it was closed, also in a wait', async () => {
  const server = createServer((_, response) => response.writeHead(503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const clock = createDrivenClock(0); // Its sleeps never end by themselves.
  const waits: string[] = [];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    dialect: 'service',
    token: 'ghp_x',
    clock,
    onReport(report) {
      waits.push(report.type === 'wait' ? report.fields.reason : report.text);
      void client.close();
    },
  });
  await expect(client.getRateLimit()).rejects.toMatchObject({ code: 'closed' });
  expect(waits).toEqual(['the service answered 503']);
  await expect(client.getRateLimit()).rejects.toMatchObject({ code: 'closed' });
});

it('throws the reason of the signal of a call, of lists and starts too', async () => {
  const { baseUrl, token, ready } = await openSandbox();
  await using client = createClient({ baseUrl, token });
  const reason = new Error('no time');
  const signal = AbortSignal.abort(reason);
  const [repository = ''] = ready.repositories;
  const first = (list: AsyncIterable<unknown>) => list[Symbol.asyncIterator]().next();
  const calls = [
    () => client.getAccount({ signal }),
    () => client.getRateLimit({ signal }),
    () => first(client.repositories.listFor({ type: 'user' }, 'owned', { signal })),
    () => first(client.alerts.list({ type: 'repository', name: repository }, {}, { signal })),
    () => first(client.events.list({ feed: 'public' }, { signal })),
    () => first(client.notifications.list({}, { signal })),
    () => first(client.budgetsOf(ready.organization).list({}, { signal })),
    () => first(client.migrationsOf({ type: 'user' }).list({ signal })),
    () => client.migrationsOf({ type: 'user' }).start({ repositories: [repository] }, undefined, { signal }),
    () => client.notifications.markAllRead({ signal }),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toBe(reason);
  }
  expect(await first(client.migrationsOf({ type: 'user' }).list())).toMatchObject({ done: true });
});

it('pages through any route, and each loop over a list asks anew', async () => {
  const { baseUrl, token, ready } = await openSandbox();
  const requests: string[] = [];
  await using client = createClient({ baseUrl, token, onRequest: ({ url }) => requests.push(url) });
  const [name = ''] = ready.repositories;
  const [owner = '', repo = ''] = name.split('/');
  const issues: AsyncIterable<{ readonly number: number }> = client.list('GET /repos/{owner}/{repo}/issues', {
    ...{ owner, repo, state: 'all', per_page: 1 },
  });
  const numbers: number[] = [];
  for await (const { number } of issues) {
    numbers.push(number);
  }
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(1);
  expect(requests.length).toBe(numbers.length);
  const again: number[] = [];
  for await (const { number } of issues) {
    again.push(number);
  }
  expect(again).toEqual(numbers);
  const own = client.repositories.listFor({ type: 'user' });
  const lengths: number[] = [];
  for (const list of [own, own]) {
    let count = 0;
    for await (const _ of list) {
      count += 1;
    }
    lengths.push(count);
  }
  expect(lengths[0]).toBeGreaterThan(0);
  expect(lengths[1]).toBe(lengths[0]);
  for await (const { status, headers, body } of client.pages('/user/repos', { per_page: 1 })) {
    expect([status, headers.has('link'), Array.isArray(body)]).toEqual([200, true, true]);
    break;
  }
  const { body } = await client.request({
    ...{ method: 'GET', route: '/repos/{owner}/{repo}' },
    parameters: { owner, repo },
  });
  expect(body).toMatchObject({ full_name: name });
  const reason = new Error('no time');
  const stopped = client.list('/user/repos', {}, { signal: AbortSignal.abort(reason) });
  await expect(stopped[Symbol.asyncIterator]().next()).rejects.toBe(reason);
});

it('says why a connection failed, also at the time limit of the call', async () => {
  const clock = createDrivenClock(0, { skipSleeps: true });
  await using client = createClient({
    ...{ baseUrl: 'http://127.0.0.1:9', dialect: 'service', token: 'ghp_x' },
    ...{ clock, callTimeoutMs: 1_500 },
  });
  await expect(client.getRateLimit()).rejects.toMatchObject({
    code: 'timed-out',
    details: { afterMs: 1_500, errorCode: 'ECONNREFUSED', wasSent: false },
  });
});

it.each([
  [0, 1],
  [2, 3],
  [undefined, 5],
])('tries again as often as "retries" says: %s', async (retries, requests) => {
  const paths: unknown[] = [];
  const server = createServer((_, response) => {
    paths.push(response.writeHead(503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const clock = createDrivenClock(0, { skipSleeps: true });
  await using client = createClient({
    ...{ baseUrl: `http://127.0.0.1:${port}`, dialect: 'service', token: 'ghp_x' },
    ...{ clock, retries },
  });
  await expect(client.getRateLimit()).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(paths).toHaveLength(requests);
});

it('takes the proxies of the environment, as backups do, unless it is told its network', async () => {
  const server = createServer((_, response) => response.writeHead(418).end());
  const asked: (string | undefined)[] = [];
  server.on('connect', (request, socket) => {
    asked.push(request.url);
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const options = {
    ...{ baseUrl: 'https://service.invalid', dialect: 'service' as const, token: 'ghp_x', retries: 0 },
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
  };
  for (const more of [{}, { network: {} }]) {
    await using client = createClient({ ...options, ...more });
    await expect(client.getRateLimit()).rejects.toMatchObject({ code: 'network' });
    expect(asked).toEqual(['service.invalid:443']);
  }
});

it('says what is wrong with its argument in one sentence', () => {
  const wrong: unknown[] = ['ghp_x', null];
  for (const options of wrong) {
    expect(() => createClient(options as object)).toThrow(
      /^Cannot create a client: its argument must be an object/,
    );
  }
});

it('asks by HEAD, whose answers have no body', async () => {
  const { baseUrl, token } = await openSandbox();
  await using client = createClient({ baseUrl, token });
  expect(await client.request({ method: 'HEAD', route: '/user' })).toMatchObject({ status: 200, text: '' });
});

it.each(['/user/repos?per_page=1', '/user/../orgs', '/user#x', '/user /repos'] as const)(
  'refuses what is more than a route: %s',
  async (route) => {
    await using client = createClient({ baseUrl: 'http://127.0.0.1:9', dialect: 'service' });
    const failure = { code: 'usage', message: expect.stringContaining('is not a route') };
    await expect(client.request({ method: 'GET', route })).rejects.toMatchObject(failure);
  },
);
