import { beforeEach, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/index.ts';
import { createWorld } from '../../../../src/sandbox/index.ts';
import { expectShape } from '../support/expect-shape.ts';
import { openHarbour, START_MS } from '../support/harbour.ts';
import { type LivelyHarbour, openLivelyHarbour } from '../support/lively-harbour.ts';

interface EventJson {
  readonly id: string;
  readonly type: string;
  readonly public: boolean;
  readonly created_at: string;
  readonly actor: { readonly login: string };
  readonly payload: Readonly<Record<string, unknown>>;
}

const ANONYMOUS = { authorization: null } as const;

describe.each(['service', 'github'] as const)('feeds (%s)', (dialect) => {
  let harbour: LivelyHarbour;

  beforeEach(async () => {
    harbour = await openLivelyHarbour(dialect);
  });

  function feeds(): readonly string[] {
    const { user, organization, repositories } = harbour.ready;
    return [
      '/events',
      `/networks/${repositories[0]}/events`,
      `/orgs/${organization}/events`,
      `/repos/${repositories[0]}/events`,
      `/users/${user}/events`,
      `/users/${user}/events/orgs/${organization}`,
      `/users/${user}/events/public`,
      `/users/${user}/received_events`,
      `/users/${user}/received_events/public`,
    ];
  }

  it('show the last thirty days, newest first', async () => {
    for (const path of feeds()) {
      const { status, json, headers } = await harbour.ask(`${path}?per_page=100`);
      expect([path, status, json.length > 0]).toEqual([path, 200, true]);
      expectShape('events', json);
      expect(headers['x-poll-interval']).toBe('60');
      const times = json.map((event: EventJson) => event.created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(Date.parse(times.at(-1))).toBeGreaterThan(START_MS - 30 * 86_400_000);
    }
  });

  it('answer 304 to their own validators without counting the request', async () => {
    for (const path of feeds()) {
      const first = await harbour.ask(path);
      const headers = { 'if-none-match': first.headers['etag']! };
      const again = await harbour.ask(path, { headers });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers['x-ratelimit-used']).toBe(first.headers['x-ratelimit-used']);
      expect(again.headers['x-poll-interval']).toBe('60');
    }
  });

  it('show private events to their owner only', async () => {
    const { user } = harbour.ready;
    const isPublic = ({ public: flag }: EventJson) => flag;
    const own: EventJson[] = (await harbour.ask(`/users/${user}/events?per_page=100`)).json;
    const seen: EventJson[] = (await harbour.ask(`/users/${user}/events?per_page=100`, ANONYMOUS)).json;
    expect(own.every(isPublic)).toBe(false);
    expect(seen).not.toEqual([]);
    expect(seen.every(isPublic)).toBe(true);
    const hidden = harbour.world.repositories.find((repository) => repository.isPrivate)!;
    const path = `/repos/${hidden.owner}/${hidden.name}/events`;
    expect((await harbour.ask(path)).status).toBe(200);
    expect((await harbour.ask(path, ANONYMOUS)).status).toBe(404);
  });

  it('show the dashboard of an organization to its user only', async () => {
    const { organization } = harbour.ready;
    const other = harbour.world.organization.members[1]!;
    expect((await harbour.ask(`/users/${other.login}/events/orgs/${organization}`)).status).toBe(404);
    const { user } = harbour.ready;
    const path = `/users/${user}/events/orgs/${organization}`;
    expect((await harbour.ask(path, ANONYMOUS)).status).toBe(401);
    expect((await harbour.ask(`/users/${user}/events/orgs/nobody`)).status).toBe(404);
  });

  it('redirect from the old name of a repository to its network', async () => {
    const { user, organization, base_url: baseUrl } = harbour.ready;
    const moved = harbour.world.repositories.find((repository) => repository.ownerType === 'Organization')!;
    const reply = await harbour.ask(`/networks/${user}/${moved.name}/events?page=2`);
    const location = `${baseUrl}/networks/${organization}/${moved.name}/events?page=2`;
    expect([reply.status, reply.headers['location'], reply.json.url]).toEqual([301, location, location]);
    expect((await harbour.ask('/networks/nobody/nothing/events')).status).toBe(404);
  });

  it('show the commits of a push according to the dialect', async () => {
    const events: EventJson[] = (await harbour.ask('/events?per_page=100')).json;
    const push = events.find(({ type }) => type === 'PushEvent')!;
    expect('commits' in push.payload).toBe(dialect === 'service');
  });

  it('omit the singular assignee in the newest version', async () => {
    const headers = { [DIALECTS[dialect].versionHeader]: '2026-03-10' };
    const issueOf = async (version: Readonly<Record<string, string>>) => {
      const { json } = await harbour.ask('/events?per_page=100', { headers: version });
      return json.find(({ type }: EventJson) => type === 'IssuesEvent').payload.issue;
    };
    expect(await issueOf({})).toHaveProperty('assignee');
    expect(await issueOf(headers)).not.toHaveProperty('assignee');
  });

  it('show fifteen public events per page in the github dialect', async () => {
    expect((await harbour.ask('/events')).json).toHaveLength(dialect === 'github' ? 15 : 30);
  });
});

describe('feeds', () => {
  it('contain at most 300 events', async () => {
    const options = { seed: 'busy', dialect: 'service', nowMs: START_MS } as const;
    const world = createWorld({ ...options, repositories: 2, issues: 400, years: 1 });
    const { ask } = await openHarbour({ world });
    const pages = await Promise.all([1, 2, 3].map((page) => ask(`/events?per_page=100&page=${page}`)));
    expect(pages.map(({ json }) => json.length)).toEqual([100, 100, 100]);
    expect(pages[2]?.headers['link']).not.toContain('next');
    expect((await ask('/events?per_page=100&page=4')).status).toBe(422);
    expect((await ask('/events?page=10')).json).toHaveLength(30);
    expect((await ask('/events?page=11')).status).toBe(422);
  });

  it('omit events older than thirty days or newer than half a minute', async () => {
    const { ask, clock, world } = await openLivelyHarbour();
    const newest = async () => (await ask('/events')).json[0];
    const before = await newest();
    clock.advance(30_000);
    expect(Date.parse((await newest()).created_at)).toBeGreaterThanOrEqual(Date.parse(before.created_at));
    clock.advance(31 * 86_400_000);
    expect((await ask('/events')).json).toEqual([]);
    expect(world.nowMs).toBe(START_MS);
  });
});
