import { beforeEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../../src/sandbox/index.ts';
import { expectShape } from '../support/expect-shape.ts';
import { openHarbour, START_MS } from '../support/harbour.ts';
import { grant, type LivelyHarbour, openLivelyHarbour } from '../support/lively-harbour.ts';

interface ThreadJson {
  readonly id: string;
  readonly unread: boolean;
  readonly reason: string;
  readonly updated_at: string;
  readonly repository: { readonly full_name: string };
}

const PUT = { method: 'PUT', body: {} } as const;

describe.each(['service', 'github'] as const)('notifications (%s)', (dialect) => {
  let harbour: LivelyHarbour;

  beforeEach(async () => {
    harbour = await openLivelyHarbour(dialect);
  });

  const list = async (query = ''): Promise<readonly ThreadJson[]> =>
    (await harbour.ask(`/notifications?${query}`)).json;

  it('are listed, newest update first, only unread ones by default', async () => {
    const all = await list('all=true');
    expectShape('notifications', all);
    const unread = await list();
    expect(unread.every((thread) => thread.unread)).toBe(true);
    expect(all.some((thread) => !thread.unread)).toBe(true);
    const times = all.map((thread) => thread.updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('are filtered by participation and time', async () => {
    const all = await list('all=true');
    const taking = await list('all=true&participating=true');
    expect(taking.some((thread) => thread.reason === 'mention')).toBe(true);
    expect(taking.some((thread) => thread.reason === 'subscribed')).toBe(false);
    const { updated_at: middle } = all[20]!;
    const newer = all.filter((thread) => thread.updated_at >= middle);
    expect(await list(`all=true&since=${middle}`)).toEqual(newer);
    expect((await list(`all=true&before=${middle}`))[0]?.updated_at).not.toBe(middle);
    expect((await harbour.ask('/notifications?since=yesterday')).status).toBe(422);
    expect((await harbour.ask('/notifications?all=maybe')).status).toBe(422);
  });

  it('are marked as read one by one, and done', async () => {
    const [thread] = await list();
    const path = `/notifications/threads/${thread?.id}`;
    expectShape('notification', (await harbour.ask(path)).json);
    const read = await harbour.ask(path, { method: 'PATCH' });
    expect([read.status, read.text, read.headers['content-length']]).toEqual([205, '', '0']);
    expect((await harbour.ask(path)).json).toMatchObject({
      unread: false,
      last_read_at: '2026-03-10T12:00:00Z',
    });
    expect((await harbour.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await harbour.ask(path)).status).toBe(404);
    expect((await harbour.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await harbour.ask('/notifications/threads/1', { method: 'DELETE' })).status).toBe(404);
    expect((await list('all=true')).some(({ id }) => id === thread?.id)).toBe(false);
  });

  it('are listed for clients that write True', async () => {
    expect((await list('all=True&participating=False')).length).toBe((await list('all=true')).length);
  });

  it('are marked as read up to a moment, or of one repository', async () => {
    const unread = await list();
    const { updated_at: middle } = unread.at(-4)!;
    const until = await harbour.ask('/notifications', { ...PUT, body: { last_read_at: middle } });
    expect(until.status).toBe(205);
    const left = await list();
    expect(left).toEqual(unread.filter((thread) => thread.updated_at > middle));
    const name = rarestOf(left.map((thread) => thread.repository.full_name));
    expect((await harbour.ask(`/repos/${name}/notifications`, PUT)).status).toBe(205);
    expect((await harbour.ask(`/repos/${name}/notifications`)).json).toEqual([]);
    expect(await list()).toEqual(left.filter((thread) => thread.repository.full_name !== name));
    expect((await harbour.ask('/notifications', { ...PUT, body: { last_read_at: 'now' } })).status).toBe(422);
  });

  it('have subscriptions after participation or on request', async () => {
    const all = await list('all=true');
    const pathOf = (reason: string) =>
      `/notifications/threads/${all.find((thread) => thread.reason === reason)?.id}/subscription`;
    expectShape('thread-subscription', (await harbour.ask(pathOf('author'))).json);
    const watched = pathOf('subscribed');
    expect((await harbour.ask(watched)).status).toBe(404);
    const muted = await harbour.ask(watched, { ...PUT, body: { ignored: true } });
    expectShape('thread-subscription', muted.json);
    expect(muted.json).toMatchObject({ subscribed: true, ignored: true });
    expect((await harbour.ask(watched, PUT)).json).toMatchObject({ subscribed: true, ignored: false });
    expect((await harbour.ask(watched, { ...PUT, body: { ignored: 'yes' } })).status).toBe(422);
    expect((await harbour.ask(watched, { method: 'DELETE' })).status).toBe(204);
    expect((await harbour.ask(watched)).status).toBe(404);
  });

  it('answer 304 to their own date, and to writes that would change nothing', async () => {
    const first = await harbour.ask('/notifications');
    // Recordings of the real service have an empty tag, which proves nothing: the date is its only validator.
    expect(first.headers['etag'] === 'W/""').toBe(dialect === 'github');
    const headers = { 'if-modified-since': first.headers['last-modified']! };
    const again = await harbour.ask('/notifications', { headers });
    expect([again.status, again.headers['x-ratelimit-used']]).toEqual([
      304,
      first.headers['x-ratelimit-used'],
    ]);
    const path = `/notifications/threads/${first.json[0].id}`;
    await harbour.ask(path, { method: 'PATCH' });
    const known = await harbour.ask(path);
    const unchanged = { method: 'PATCH', headers: { 'if-none-match': known.headers['etag']! } } as const;
    expect((await harbour.ask(path, unchanged)).status).toBe(304);
    // The date of the real service does not move for what was read.
    const after = await harbour.ask('/notifications', { headers });
    expect(after.status).toBe(dialect === 'github' ? 304 : 200);
  });

  it('are for classic tokens that have the scope', async () => {
    for (const kind of ['fine_grained', 'app_user', 'app_installation', 'oauth', 'workflow'] as const) {
      expect((await harbour.askAs(kind, '/notifications')).status).toBe(403);
    }
    expect((await harbour.ask('/notifications', { authorization: null })).status).toBe(401);
    const { login } = harbour.world.account;
    const grants = [
      grant(login, { scopes: ['user'] }),
      grant(login, { token: 'fit', scopes: ['notifications'] }),
    ];
    const { ask } = await openLivelyHarbour(dialect, { grants });
    expect((await ask('/notifications', { authorization: `Bearer token-of-${login}` })).status).toBe(403);
    expect((await ask('/notifications', { authorization: 'Bearer fit' })).status).toBe(200);
  });
});

describe('notifications', () => {
  it('are marked in the background if there are many', async () => {
    const options = { seed: 'busy', dialect: 'service', nowMs: START_MS } as const;
    const world = createWorld({ ...options, repositories: 2, issues: 400, years: 1 });
    const { ask, clock } = await openHarbour({ world });
    const { status, json } = await ask('/notifications', PUT);
    expect(status).toBe(202);
    expect(json.message).toContain('in the background');
    expect((await ask('/notifications?all=false')).json).not.toEqual([]);
    clock.advance(5_000);
    expect((await ask('/notifications?all=false')).json).toEqual([]);
  });
});

function rarestOf(names: readonly string[]): string {
  const countOf = (name: string) => names.filter((other) => other === name).length;
  return names.toSorted((a, b) => countOf(a) - countOf(b))[0] ?? '';
}
