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
    onWait: ({ reason }) => {
      waits.push(reason);
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

it('says what is wrong with its argument in one sentence', () => {
  const wrong: unknown[] = ['ghp_x', null];
  for (const options of wrong) {
    expect(() => createClient(options as object)).toThrow(
      /^Cannot create a client: its argument must be an object/,
    );
  }
});
