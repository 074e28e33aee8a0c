import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import { claimShape } from './support/claim-shape.ts';
import { DAY_MS, DIALECTS, openStage, START_MS, type Stage, worldOf } from './support/stage.ts';

/** Busy enough that feeds are full. */
const SIZE = { repositories: 5, issues: 220, years: 1 };

describe.each(DIALECTS)('activity events, specification 4.3 and 6 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect, { world: worldOf(dialect, SIZE) });
  });

  type Question = Parameters<Stage['ask']>[1];

  /** Path of each feed by the name that its rows have. */
  function feeds(): Readonly<Record<string, string>> {
    const { user, organization } = stage.sandbox.ready;
    const repository = stage.sandbox.world.repositories.find((item) => !item.isPrivate)!;
    const name = `${repository.owner}/${repository.name}`;
    return {
      public: '/events',
      network: `/networks/${name}/events`,
      organization: `/orgs/${organization}/events`,
      repository: `/repos/${name}/events`,
      user: `/users/${user}/events`,
      'user-organization': `/users/${user}/events/orgs/${organization}`,
      'user-public': `/users/${user}/events/public`,
      received: `/users/${user}/received_events`,
      'received-public': `/users/${user}/received_events/public`,
    };
  }

  async function read(path: string, question: Question = {}): Promise<readonly Event[]> {
    const { status, json } = await stage.ask(path, question);
    expect([path, status]).toEqual([path, 200]);
    return json;
  }

  async function readAll(path: string, question: Question = {}): Promise<readonly Event[]> {
    const found: Event[] = [];
    for (let page = 1; page <= 3; page += 1) {
      found.push(...(await read(`${path}?per_page=100&page=${page}`, question)));
    }
    return found;
  }

  it('are nine feeds of events', async (context) => {
    for (const [name, path] of Object.entries(feeds())) {
      claimShape(context, await read(path), { resource: 'event', avatarId: stage.names.avatarId });
      claim(context, `4.3/${name}`, `4.3/${name}/success`, `4.3/${name}/status/200`);
    }
    claim(context, '4.3/feed/body');
  });

  it('are paged, 30 by default and at most 100', async (context) => {
    for (const [name, path] of Object.entries(feeds())) {
      const all = await readAll(path);
      const times = all.map((event) => event.created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      const usual = name === 'public' && dialect === 'github' ? 15 : 30;
      expect(await read(path)).toEqual(all.slice(0, usual));
      expect(await read(`${path}?per_page=4`)).toEqual(all.slice(0, 4));
      expect(await read(`${path}?per_page=4&page=1`)).toEqual(all.slice(0, 4));
      expect(await read(`${path}?per_page=4&page=2`)).toEqual(all.slice(4, 8));
      expect(await read(`${path}?per_page=1000`)).toEqual(all.slice(0, 100));
      for (const parameter of ['per_page', 'page', 'page/default']) {
        claim(context, `4.3/${name}/query/${parameter}`);
      }
      if (all.length > 30 && usual === 30) {
        claim(context, `4.3/${name}/query/per_page/default`);
      }
      if (all.length > 100) {
        claim(context, `4.3/${name}/query/per_page/max`);
      }
    }
    claim(context, '8.3/per_page/events', '8.3/page/events');
  });

  it('contain at most 300 events of the past 30 days', async (context) => {
    const all = await readAll(feeds()['received']!);
    expect(all.length).toBeLessThanOrEqual(300);
    const fourth = await stage.ask(`${feeds()['received']}?per_page=100&page=4`);
    expect(fourth.status).toBe(422);
    expect((await stage.ask(`${feeds()['received']}?page=10`)).json).toHaveLength(30);
    expect((await stage.ask(`${feeds()['received']}?page=11`)).status).toBe(422);
    for (const { created_at: createdAt } of all) {
      expect(Date.parse(createdAt)).toBeGreaterThan(START_MS - 30 * DAY_MS);
    }
    expect(all.length).toBe(300);
    stage.clock.advance(31 * DAY_MS);
    expect(await readAll(feeds()['received']!)).toEqual([]);
    claim(context, '6/rule/1/300', '6/rule/1/30-days', '8.3/feed');
  });

  it('have the kinds and payloads that are shown', async (context) => {
    const world = worldOf(dialect, SIZE);
    const createdAt = new Date(START_MS - DAY_MS).toISOString().replace('.000', '');
    stage = await openStage(dialect, {
      world: {
        ...world,
        repositories: world.repositories.map((repository) => ({ ...repository, createdAt })),
      },
    });
    const all: Event[] = [];
    for (const path of Object.values(feeds())) {
      all.push(...(await readAll(path)));
    }
    const payloads = (type: string) =>
      all.filter((event) => event.type === type).map(({ payload }) => payload);
    const avatarId = stage.names.avatarId;
    claimShape(context, payloads('WatchEvent'), { resource: 'watch_payload', avatarId });
    expect(payloads('WatchEvent').every(({ action }) => action === 'started')).toBe(true);
    claim(context, '6/WatchEvent', '6/WatchEvent/started');
    claimShape(context, payloads('CreateEvent'), { resource: 'create_payload', avatarId });
    expect(payloads('CreateEvent').some((item) => item['ref_type'] === 'repository')).toBe(true);
    expect(payloads('CreateEvent').every((item) => item['pusher_type'] === 'user')).toBe(true);
    claim(context, '6/CreateEvent', '6/CreateEvent/repository', '6/CreateEvent/user');
    expect(payloads('PushEvent').length).toBeGreaterThan(0);
    expect(payloads('PushEvent').every((item) => 'commits' in item)).toBe(dialect === 'service');
    if (dialect === 'service') {
      claimShape(context, payloads('PushEvent'), { resource: 'push_payload', avatarId });
      claim(context, '6/PushEvent');
    }
    for (const { repo } of all) {
      expect(repo.name).toMatch(/^[^/]+\/[^/]+$/);
    }
    claim(context, '2.5/repo-name');
  });

  it('show private events to their owner alone', async (context) => {
    const { user, organization, received } = feeds();
    for (const name of [
      'public',
      'network',
      'organization',
      'repository',
      'user-public',
      'received-public',
    ]) {
      expect((await readAll(feeds()[name]!)).every((event) => event.public)).toBe(true);
    }
    claim(context, '6/rule/2/public', '4.3/public/only-public');
    for (const [name, path] of [
      ['user', user!],
      ['received', received!],
    ]) {
      expect((await readAll(path!)).some((event) => !event.public)).toBe(true);
      expect((await readAll(path!, { as: null })).every((event) => event.public)).toBe(true);
      claim(context, `4.3/${name}/private`);
    }
    claim(context, '4.3/user/public', '6/rule/2/private');
    const items = await readAll(organization!);
    claimShape(context, items, { resource: 'organization_event', avatarId: stage.names.avatarId });
    claim(context, '4.3/organization/org', '2.5/org-present');
  });

  it('have no singular assignee in the newest version of github', async () => {
    const issueOf = async (headers: Readonly<Record<string, string>>) => {
      const events = await read(`${feeds()['public']}?per_page=100`, { headers });
      return events.find(({ type }) => type === 'IssuesEvent')?.payload['issue'];
    };
    expect(await issueOf({})).toHaveProperty('assignee');
    const newest = await issueOf({ [stage.names.version]: '2026-03-10' });
    expect(Object.hasOwn(Object(newest), 'assignee')).toBe(dialect === 'service');
  });

  it('keep the dashboard to the account itself', async (context) => {
    const { organization } = stage.sandbox.ready;
    const other = stage.sandbox.world.people[0]!.login;
    expect((await stage.ask(`/users/${other}/events/orgs/${organization}`)).status).toBe(404);
    expect((await stage.ask(feeds()['user-organization']!, { as: null })).status).toBe(401);
    const { user } = stage.sandbox.ready;
    expect((await stage.ask(`/users/${user}/events/orgs/nobody`)).status).toBe(404);
    const hidden = stage.sandbox.world.repositories.find((item) => item.isPrivate)!;
    const path = `/repos/${hidden.owner}/${hidden.name}/events`;
    expect((await stage.ask(path)).status).toBe(200);
    expect((await stage.ask(path, { as: null })).status).toBe(404);
    claim(context, '4.3/user-organization/self');
  });

  it('name the permissions that fine-grained tokens need', async (context) => {
    const permissions = async (name: string) => {
      const { status, headers } = await stage.ask(feeds()[name]!, { as: 'fine_grained' });
      expect([name, status]).toEqual([name, 200]);
      return headers[stage.names.permissions];
    };
    expect(await permissions('repository')).toContain('metadata=read');
    claim(context, '4.3/repository/permission');
    expect(await permissions('user-organization')).toContain('organization_events=read');
    claim(context, '4.3/user-organization/permission');
    expect(await permissions('user')).toContain('events=read');
    claim(context, '4.3/user/permission');
    for (const name of ['public', 'network', 'organization', 'user-public', 'received', 'received-public']) {
      expect(await permissions(name)).toContain('allows_permissionless_access=true');
    }
    claim(context, '4.3/no-permission');
    await read(feeds()['repository']!, { as: null });
    claim(context, '4.3/repository/anonymous');
  });

  it('are polled with an ETag, free of cost', async (context) => {
    for (const path of Object.values(feeds())) {
      const first = await stage.ask(path);
      expect(first.headers['x-poll-interval']).toBe('60');
      const etag = first.headers['etag']!;
      const again = await stage.ask(path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text, again.headers['x-poll-interval']]).toEqual([304, '', '60']);
      expect(again.headers['x-ratelimit-used']).toBe(first.headers['x-ratelimit-used']);
      const cut = await stage.ask(path, { headers: { 'if-none-match': etag.replaceAll('"', '') } });
      expect(cut.status).toBe(200);
    }
    claim(context, '4.3/public/status/304', '4.3/network/status/304');
    claim(context, '4.3/etag/exact', '4.3/304/free', '2.9/ETag', '2.9/X-Poll-Interval', '8.3/poll-interval');
  });

  it('redirect from a network that was renamed', async (context) => {
    const { user, organization, repositories } = stage.sandbox.ready;
    const name = repositories.find((item) => item.startsWith(`${organization}/`))!.split('/')[1]!;
    const moved = await stage.ask(`/networks/${user}/${name}/events?page=1`);
    const location = `${stage.sandbox.ready.base_url}/networks/${organization}/${name}/events?page=1`;
    expect([moved.status, moved.headers['location'], moved.json.url]).toEqual([301, location, location]);
    const { status, json } = await stage.askUrl(location);
    expect([status, Array.isArray(json)]).toEqual([200, true]);
    claim(context, '4.3/network/status/301', '7/301');
  });

  it('contain what others did, in watched repositories and by followed people', async (context) => {
    const { user } = stage.sandbox.ready;
    const events = await readAll(feeds()['received']!);
    expect(events.every(({ actor }) => actor.login !== user)).toBe(true);
    expect(new Set(events.map(({ repo }) => repo.name)).size).toBeGreaterThan(1);
    claim(context, '4.3/received/sources');
  });

  it('answer 404 for a network that there is not', async (context) => {
    expect((await stage.ask('/networks/nobody/nothing/events')).status).toBe(404);
    claim(context, '4.3/network/status/404');
  });

  it('answer 403 when the limit is reached', async (context) => {
    for (let count = 0; count < 60; count += 1) {
      await stage.ask('/events', { as: null });
    }
    for (const name of ['public', 'network']) {
      expect((await stage.ask(feeds()[name]!, { as: null })).status).toBe(403);
      claim(context, `4.3/${name}/status/403`);
    }
  });
});

interface Event {
  readonly type: string;
  readonly public: boolean;
  readonly created_at: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly actor: { readonly login: string };
  readonly repo: { readonly name: string };
}
