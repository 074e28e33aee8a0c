import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { claimShape } from './support/claim-shape.ts';
import { DIALECTS, grantTo, openStage, type Stage, worldOf } from './support/stage.ts';

describe.each(DIALECTS)('notifications, specification 4.4 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect, { world: worldOf(dialect, { issues: 120 }) });
  });

  type Question = Parameters<Stage['ask']>[1];

  function ask(below = '', question: Question = {}): Promise<Reply> {
    return stage.ask(`/notifications${below}`, question);
  }

  async function list(query = ''): Promise<readonly Thread[]> {
    const found: Thread[] = [];
    for (let page = 1; ; page += 1) {
      const { json } = await ask(`?per_page=50&page=${page}${query}`);
      found.push(...json);
      if (json.length < 50) {
        return found;
      }
    }
  }

  async function firstThread(): Promise<Thread> {
    return (await list())[0]!;
  }

  it('are a list of threads, newest first', async (context) => {
    const { status, json } = await ask();
    expect(status).toBe(200);
    // Some subjects have no address at the real service, which the specification does not show.
    const addressed = json.filter(({ subject }: Thread) => dialect === 'service' || subject.url !== null);
    claimShape(context, addressed, { resource: 'thread', avatarId: stage.names.avatarId });
    const repositories = json.map((thread: { repository: object }) => thread.repository);
    claimShape(context, repositories, {
      resource: 'notification_repository',
      avatarId: stage.names.avatarId,
    });
    const times = json.map((thread: Thread) => thread.updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
    claim(context, '4.4/list', '4.4/list/success', '4.4/list/status/200', '4.4/list/order');
    claim(context, '4.4/token/classic');
  });

  it('show reasons and subjects', async (context) => {
    const threads = await list('&all=true');
    const reasons = new Set(threads.map(({ reason }) => reason));
    for (const reason of REASONS) {
      // Two values are shown with an underscore at their end, where they may be cut off.
      if (
        [...reasons].some((shown) => shown === reason || (reason.endsWith('_') && shown.startsWith(reason)))
      ) {
        claim(context, `2.6/reason/${reason}`);
      }
    }
    const types = new Set(threads.map(({ subject }) => subject.type));
    expect(types).toContain('Issue');
    expect(types).toContain('PullRequest');
    claim(context, '2.6/subject-type/Issue', '2.6/subject-kinds');
  });

  it('are unread ones, or all of them', async (context) => {
    const [unread, all] = [await list(), await list('&all=true')];
    expect(unread.every((thread) => thread.unread)).toBe(true);
    expect(all.filter((thread) => thread.unread)).toEqual(unread);
    expect(all.length).toBeGreaterThan(unread.length);
    claim(context, '4.4/list/query/all', '4.4/rule/1/all');
  });

  it('are narrowed to taking part, and by time', async (context) => {
    const all = await list('&all=true');
    const participating = await list('&all=true&participating=true');
    expect(participating.length).toBeLessThan(all.length);
    expect(participating.every(({ reason }) => reason !== 'subscribed')).toBe(true);
    expect(participating.some(({ reason }) => reason === 'mention')).toBe(true);
    claim(context, '4.4/list/query/participating', '4.4/rule/1/participating');
    // Some clients write it so.
    expect(await list('&all=True&participating=False')).toEqual(all);

    const middle = all[Math.floor(all.length / 2)]!.updated_at;
    const since = await list(`&all=true&since=${middle}`);
    const before = await list(`&all=true&before=${middle}`);
    expect(since).toEqual(all.filter((thread) => thread.updated_at >= middle));
    expect(before).toEqual(all.filter((thread) => thread.updated_at < middle));
    claim(context, '4.4/list/query/since', '4.4/list/query/before');
  });

  it('are paged, with at most 50 per page', async (context) => {
    const all = await list('&all=true');
    expect(all.length).toBeGreaterThan(50);
    const { json } = await ask('?all=true&per_page=51');
    expect(json).toEqual(all.slice(0, 50));
    expect((await ask('?all=true&per_page=3&page=2')).json).toEqual(all.slice(3, 6));
    claim(context, '4.4/list/query/per_page', '4.4/list/query/per_page/max', '4.4/list/query/page');
    claim(context, '8.3/per_page/notifications');
  });

  it('are polled with Last-Modified, free of cost', async (context) => {
    const first = await ask();
    expect(Number(first.headers['x-poll-interval'])).toBeGreaterThanOrEqual(60);
    const headers = { 'if-modified-since': first.headers['last-modified']! };
    // Recordings of the real service have an empty tag, which proves nothing: the date is its only validator.
    expect(first.headers['etag'] === 'W/""').toBe(dialect === 'github');
    const again = await ask('', { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['x-ratelimit-used']).toBe(first.headers['x-ratelimit-used']);
    claim(context, '4.4/list/status/304', '4.4/rule/5/exact', '4.4/rule/5/free');
    // The date of the real service does not move for what was read.
    await ask(`/threads/${first.json[0].id}`, { method: 'PATCH' });
    expect((await ask('', { headers })).status).toBe(dialect === 'github' ? 304 : 200);
    claim(context, '2.9/Last-Modified', '2.9/X-Poll-Interval', '8.3/poll-interval');
  });

  it('are shown, marked as read, and done, one by one', async (context) => {
    const { id } = await firstThread();
    const shown = await ask(`/threads/${id}`);
    expect([shown.status, shown.json.id, shown.json.unread]).toEqual([200, id, true]);
    claimShape(context, [shown.json], { resource: 'thread', avatarId: stage.names.avatarId });
    claim(context, '4.4/get-thread', '4.4/get-thread/success', '4.4/get-thread/status/200');
    claim(context, '4.4/get-thread/path/thread_id');

    const read = await ask(`/threads/${id}`, { method: 'PATCH' });
    expect([read.status, read.text, read.headers['content-length']]).toEqual([205, '', '0']);
    const readAt = new Date(stage.clock.now()).toISOString().replace('.000', '');
    expect((await ask(`/threads/${id}`)).json).toMatchObject({ unread: false, last_read_at: readAt });
    claim(context, '4.4/mark-thread', '4.4/mark-thread/success', '4.4/mark-thread/status/205');
    claim(context, '4.4/mark-thread/path/thread_id', '3/thread/read', '7/205');

    const done = await ask(`/threads/${id}`, { method: 'DELETE' });
    expect([done.status, done.text]).toEqual([204, '']);
    expect((await list('&all=true')).some((thread) => thread.id === id)).toBe(false);
    claim(context, '4.4/finish-thread', '4.4/finish-thread/success', '4.4/finish-thread/status/204');
    claim(context, '4.4/finish-thread/path/thread_id', '3/thread/done');
    expect((await ask(`/threads/${id}`)).status).toBe(404);
    expect((await ask(`/threads/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask('/threads/1', { method: 'DELETE' })).status).toBe(404);
  });

  it('answer 304 to a thread and a subscription that have not changed', async (context) => {
    const { id } = await firstThread();
    await ask(`/threads/${id}/subscription`, { method: 'PUT', body: { ignored: false } });
    for (const [name, below] of [
      ['get-thread', `/threads/${id}`],
      ['get-subscription', `/threads/${id}/subscription`],
    ]) {
      const { headers } = await ask(below);
      const validator = headers['last-modified'];
      const again = await ask(below, {
        headers:
          validator === undefined
            ? { 'if-none-match': headers['etag']! }
            : { 'if-modified-since': validator },
      });
      expect(again.status).toBe(304);
      claim(context, `4.4/${name}/status/304`);
    }
  });

  it('answer 304 to conditional writes that change nothing', async (context) => {
    stage = await openStage(dialect);
    const { id } = await firstThread();
    const path = `/threads/${id}/subscription`;
    await ask(`/threads/${id}`, { method: 'PATCH' });
    await ask(path, { method: 'PUT', body: { ignored: true } });
    await ask('', { method: 'PUT', body: {} });
    const write = async (name: string, below: string, question: Question) => {
      const { headers } = await ask(below);
      const condition =
        headers['last-modified'] === undefined
          ? { 'if-none-match': headers['etag']! }
          : { 'if-modified-since': headers['last-modified'] };
      const { status, text } = await ask(below, { ...question, headers: condition });
      expect([name, status, text]).toEqual([name, 304, '']);
      claim(context, `4.4/${name}/status/304`);
    };
    await write('mark-all', '', { method: 'PUT', body: {} });
    await write('mark-thread', `/threads/${id}`, { method: 'PATCH' });
    await write('set-subscription', path, { method: 'PUT', body: { ignored: true } });
    const { headers } = await ask(path);
    await ask(path, { method: 'DELETE' });
    const again = await ask(path, { method: 'DELETE', headers: { 'if-none-match': headers['etag']! } });
    expect(again.status).toBe(304);
    claim(context, '4.4/delete-subscription/status/304');
  });

  it('are marked as read all at once', async (context) => {
    stage = await openStage(dialect);
    const before = await list();
    expect(before.length).toBeGreaterThan(1);
    const middle = before[1]!.updated_at;
    const part = await ask('', { method: 'PUT', body: { last_read_at: middle } });
    expect(part.status).toBe(205);
    expect(await list()).toEqual(before.filter((thread) => thread.updated_at > middle));
    claim(context, '4.4/mark-all/body/last_read_at', '4.4/rule/2', '3/notifications/last_read_at');

    const left = await list();
    const { full_name: name } = (left[0] ?? before[0]!).repository;
    expect((await stage.ask(`/repos/${name}/notifications`, { method: 'PUT', body: {} })).status).toBe(205);
    expect((await stage.ask(`/repos/${name}/notifications`)).json).toEqual([]);
    expect(await list()).toEqual(left.filter(({ repository }) => repository.full_name !== name));
    expect((await ask('', { method: 'PUT', body: { last_read_at: 'now' } })).status).toBe(422);

    const rest = await ask('', { method: 'PUT', body: { read: true } });
    expect([rest.status, rest.text]).toEqual([205, '']);
    expect(await list()).toEqual([]);
    claim(context, '4.4/mark-all', '4.4/mark-all/success', '4.4/mark-all/status/205');
    claim(context, '4.4/mark-all/body/read', '3/notifications/all-read', '3/notifications/205');
  });

  it('are marked in the background when they are many', async (context) => {
    const { status, json } = await ask('', { method: 'PUT', body: {} });
    expect(status).toBe(202);
    expect(json.message).toContain('background');
    expect((await list('&all=false')).length).toBeGreaterThan(0);
    stage.clock.advance(600_000);
    expect(await list('&all=false')).toEqual([]);
    claim(context, '4.4/mark-all/status/202', '4.4/rule/3', '3/notifications/202', '7/202');
  });

  it('have subscriptions', async (context) => {
    const { id } = await firstThread();
    const path = `/threads/${id}/subscription`;
    const watched = (await list('&all=true')).find(({ reason }) => reason === 'subscribed')!;
    expect((await ask(`/threads/${watched.id}/subscription`)).status).toBe(404);
    expect((await ask(path, { method: 'PUT', body: { ignored: 'yes' } })).status).toBe(422);
    for (const ignored of [true, false]) {
      const { status, json } = await ask(path, { method: 'PUT', body: { ignored } });
      expect([status, json.subscribed, json.ignored]).toEqual([200, true, ignored]);
      claimShape(context, [json], { resource: 'subscription', avatarId: stage.names.avatarId });
    }
    claim(context, '4.4/set-subscription', '4.4/set-subscription/success', '3/subscription/put');
    claim(context, '4.4/set-subscription/status/200', '4.4/set-subscription/path/thread_id');
    claim(context, '4.4/set-subscription/body/ignored');

    const shown = await ask(path);
    expect([shown.status, shown.json.subscribed]).toEqual([200, true]);
    claim(context, '4.4/get-subscription', '4.4/get-subscription/success');
    claim(context, '4.4/get-subscription/status/200', '4.4/get-subscription/path/thread_id');

    const deleted = await ask(path, { method: 'DELETE' });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await ask(path)).status).toBe(404);
    claim(context, '4.4/delete-subscription', '4.4/delete-subscription/success', '3/subscription/delete');
    claim(context, '4.4/delete-subscription/status/204', '4.4/delete-subscription/path/thread_id');
    claim(context, '4.4/rule/4/exist');
  });

  it('refuse callers without a token, and all tokens but classic ones', async (context) => {
    const { id } = await firstThread();
    const endpoints = [
      ['list', 'GET', ''],
      ['mark-all', 'PUT', ''],
      ['get-thread', 'GET', `/threads/${id}`],
      ['mark-thread', 'PATCH', `/threads/${id}`],
      ['finish-thread', 'DELETE', `/threads/${id}`],
      ['get-subscription', 'GET', `/threads/${id}/subscription`],
      ['set-subscription', 'PUT', `/threads/${id}/subscription`],
      ['delete-subscription', 'DELETE', `/threads/${id}/subscription`],
    ] as const;
    for (const [name, method, below] of endpoints) {
      expect([name, (await ask(below, { method, as: null })).status]).toEqual([name, 401]);
      for (const as of ['oauth', 'workflow'] as const) {
        expect([name, as, (await ask(below, { method, as })).status]).toEqual([name, as, 403]);
      }
      for (const as of ['fine_grained', 'app_user', 'app_installation'] as const) {
        expect([name, as, (await ask(below, { method, as })).status]).toEqual([name, as, 403]);
        claim(context, `4.4/refuses/${as}`);
      }
      if (name !== 'finish-thread') {
        claim(context, `4.4/${name}/status/403`);
      }
      if (name !== 'finish-thread' && name !== 'mark-thread') {
        claim(context, `4.4/${name}/status/401`);
      }
    }
  });

  it('accept classic tokens with the scope notifications or repo', async (context) => {
    const login = stage.sandbox.ready.user;
    const grants = ['notifications', 'repo', 'user'].map((scope) =>
      grantTo(login, 'classic', { scopes: [scope] }),
    );
    stage = await openStage(dialect, { grants });
    const [narrow, wide, none] = await Promise.all(
      grants.map(({ token }) => ask('', { authorization: `Bearer ${token}` })),
    );
    expect([narrow!.status, wide!.status]).toEqual([200, 200]);
    expect([403, 404]).toContain(none!.status);
    claim(context, '5/rule/4/notifications/notifications', '5/rule/4/notifications/repo');
  });

  it('answer 422 to a time that is none', async (context) => {
    expect((await ask('?since=yesterday')).status).toBe(422);
    expect((await ask('?all=maybe')).status).toBe(422);
    claim(context, '4.4/list/status/422');
  });

  it('are listed by repository too, up to 100 a page', async (context) => {
    stage = await openStage(dialect, { world: worldOf(dialect, { repositories: 1, issues: 300 }) });
    const all = await list('&all=true');
    const name = all[0]!.repository.full_name;
    const own = all.filter(({ repository }) => repository.full_name === name);
    expect(own.length).toBeGreaterThan(100);
    const listOwn = async (query: string) =>
      (await stage.ask(`/repos/${name}/notifications?all=true${query}`)).json;
    expect(await listOwn('&per_page=200')).toEqual(own.slice(0, 100));
    expect(await listOwn('&per_page=2&page=2')).toEqual(own.slice(2, 4));
    const middle = own[50]!.updated_at;
    expect(await listOwn(`&per_page=10&since=${middle}`)).toEqual(own.slice(0, 10));
    const older = own.filter((thread) => thread.updated_at < middle);
    expect(await listOwn(`&per_page=10&before=${middle}`)).toEqual(older.slice(0, 10));
    const taking = await listOwn('&participating=true&per_page=100');
    expect(taking.every((thread: Thread) => thread.reason !== 'subscribed')).toBe(true);
    const unread = (await stage.ask(`/repos/${name}/notifications`)).json;
    expect(unread.every((thread: Thread) => thread.unread)).toBe(true);
    const addressed = unread.filter(({ subject }: Thread) => dialect === 'service' || subject.url !== null);
    claimShape(context, addressed, { resource: 'thread', avatarId: stage.names.avatarId });
    claim(context, '4.4/list-repository', '4.4/list-repository/success', '4.4/list-repository/status/200');
    for (const parameter of ['all', 'participating', 'since', 'before', 'page', 'per_page', 'per_page/max']) {
      claim(context, `4.4/list-repository/query/${parameter}`);
    }
    claim(context, '8.3/per_page/repository-notifications');
  });
});

interface Thread {
  readonly id: string;
  readonly unread: boolean;
  readonly updated_at: string;
  readonly reason: string;
  readonly subject: { readonly type: string; readonly url: string | null };
  readonly repository: { readonly full_name: string };
}

/** The reasons of specification 2.6. */
const REASONS = [
  'approval_requested',
  'assign',
  'author',
  'ci_activity',
  'comment',
  'invitation',
  'manual',
  'member_feature_',
  'mention',
  'review_requested',
  'security_advisory_',
  'security_alert',
  'state_change',
  'subscribed',
  'team_mention',
];
