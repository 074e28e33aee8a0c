import { beforeEach, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/index.ts';
import { expectShape } from '../support/expect-shape.ts';
import type { Reply } from '../support/harbour.ts';
import {
  createLivelyWorld,
  grant,
  type LivelyHarbour,
  openLivelyHarbour,
} from '../support/lively-harbour.ts';

interface AlertJson {
  readonly number: number;
  readonly state: string;
  readonly repository: { readonly full_name: string };
  readonly security_advisory: { readonly severity: string; readonly epss: { readonly percentage: number } };
  readonly created_at: string;
}

function nextOf({ headers }: Reply): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
}

describe.each(['service', 'github'] as const)('alerts (%s)', (dialect) => {
  let harbour: LivelyHarbour;
  let path: string;
  const tool = DIALECTS[dialect].alertTool;

  beforeEach(async () => {
    harbour = await openLivelyHarbour(dialect);
    path = `/orgs/${harbour.ready.organization}/${tool}/alerts`;
  });

  async function openAlert(): Promise<{ readonly path: string; readonly number: number }> {
    const [alert] = (await harbour.ask(`${path}?state=open`)).json.filter(
      (item: AlertJson) => !isArchived(item.repository.full_name),
    );
    return {
      path: `/repos/${alert.repository.full_name}/${tool}/alerts/${alert.number}`,
      number: alert.number,
    };
  }

  function isArchived(name: string): boolean {
    return harbour.world.repositories.some(
      (item) => item.isArchived && `${item.owner}/${item.name}` === name,
    );
  }

  it('are listed for an organization, an enterprise and a repository', async () => {
    const ofOrganization = await harbour.ask(path);
    expect(ofOrganization.status).toBe(200);
    expectShape('alerts', ofOrganization.json);
    expect(ofOrganization.json[0]).toHaveProperty('repository');
    const ofEnterprise = await harbour.ask(`/enterprises/${harbour.ready.enterprise}/${tool}/alerts`);
    expect(ofEnterprise.json).toEqual(ofOrganization.json);

    const [name = ''] = harbour.ready.repositories;
    const ofRepository = await harbour.ask(`/repos/${name}/${tool}/alerts`);
    expectShape('alerts', ofRepository.json);
    expect(ofRepository.json[0]).not.toHaveProperty('repository');
    const one = await harbour.ask(`/repos/${name}/${tool}/alerts/${ofRepository.json[0].number}`);
    expect(one.json).toEqual(ofRepository.json[0]);
  });

  it('are paged by cursor, forward and back', async () => {
    const all: AlertJson[] = (await harbour.ask(path)).json;
    const seen: AlertJson[] = [];
    let reply = await harbour.ask(`${path}?per_page=2`);
    for (;;) {
      seen.push(...reply.json);
      const next = nextOf(reply);
      if (next === undefined) {
        break;
      }
      reply = await harbour.ask(next.slice(harbour.ready.base_url.length));
    }
    expect(seen).toEqual(all);
    const previous = /<([^>]+)>; rel="prev"/.exec(reply.headers['link'] ?? '')?.[1] ?? '';
    const before = await harbour.ask(previous.slice(harbour.ready.base_url.length));
    expect(before.json).toEqual(all.slice(-reply.json.length - 2, -reply.json.length));
  });

  it('refuse page numbers and unknown cursors', async () => {
    expect((await harbour.ask(`${path}?page=2`)).status).toBe(400);
    expect((await harbour.ask(`${path}?after=nonsense`)).status).toBe(422);
  });

  it.each([
    [
      'severity=high,critical',
      ({ security_advisory: { severity } }: AlertJson) => /high|critical/.test(severity),
    ],
    ['state=open', ({ state }: AlertJson) => state === 'open'],
    ['epss_percentage=<=0.1', ({ security_advisory: { epss } }: AlertJson) => epss.percentage <= 0.1],
  ])('are narrowed by %s', async (query, belongs) => {
    const all: AlertJson[] = (await harbour.ask(path)).json;
    const narrowed: AlertJson[] = (await harbour.ask(`${path}?${query}`)).json;
    expect(narrowed).toEqual(all.filter(belongs));
    expect(narrowed.length).toBeLessThan(all.length);
  });

  it('can be filtered by the presence of a value', async () => {
    const all: AlertJson[] = (await harbour.ask(path)).json;
    const countOf = async (query: string) => (await harbour.ask(`${path}?${query}`)).json.length;
    expect((await countOf('assignee=*')) + (await countOf('assignee=none'))).toBe(all.length);
    expect((await countOf('scope=runtime')) + (await countOf('scope=development'))).toBe(all.length);
    expect(await countOf('has=patch,deployment')).toBeLessThanOrEqual(await countOf('has=patch'));
    expect(await countOf('has=patch&has=deployment')).toBe(await countOf('has[]=patch&has[]=deployment'));
    expect(await countOf('artifact_registry=jfrog-artifactory')).toBe(await countOf('has=deployment'));
    expect(await countOf('package=no-such-package')).toBe(0);
  });

  it('are sorted either way', async () => {
    const times = async (query: string) =>
      (await harbour.ask(`${path}?${query}`)).json.map((alert: AlertJson) => alert.created_at);
    const ascending = await times('sort=created&direction=asc');
    expect(ascending).toEqual(ascending.toSorted());
    expect(await times('')).toEqual(ascending.toReversed());
  });

  it.each(['severity=huge', 'state=gone', 'epss_percentage=much', 'sort=name', 'direction=up', 'has=luck'])(
    'refuse the filter %s',
    async (query) => {
      const { status, json } = await harbour.ask(`${path}?${query}`);
      expectShape('error', json);
      const [field] = query.split('=');
      const error =
        dialect === 'github' ? `${field} is invalid` : { resource: 'Alert', field, code: 'invalid' };
      expect([status, json.errors]).toEqual([422, [error]]);
      expect(json.documentation_url).toContain(`/${tool}/alerts#list-${tool}-alerts-for-an-organization`);
    },
  );

  it('are dismissed and reopened', async () => {
    const alert = await openAlert();
    const body = { state: 'dismissed', dismissed_reason: 'tolerable_risk', dismissed_comment: 'Later' };
    const dismissed = await harbour.ask(alert.path, { method: 'PATCH', body });
    expect(dismissed.status).toBe(200);
    expectShape('alert', dismissed.json);
    expect(dismissed.json).toMatchObject({
      ...body,
      dismissed_at: '2026-03-10T12:00:00Z',
      dismissed_by: { login: harbour.ready.user },
    });
    expect(dismissed.json.security_advisory).not.toHaveProperty('epss');
    expect((await harbour.ask(alert.path)).json.state).toBe('dismissed');

    const again = await harbour.ask(alert.path, { method: 'PATCH', body });
    expect([again.status, again.json.message]).toEqual([409, `Alert ${alert.number} is already dismissed`]);
    const reopened = await harbour.ask(alert.path, { method: 'PATCH', body: { state: 'open' } });
    expect(reopened.json).toMatchObject({ state: 'open', dismissed_at: null, dismissed_by: null });
  });

  it('take assignees, and the fields of agents', async () => {
    const alert = await openAlert();
    const login = harbour.ready.user;
    const agent = { custom_instructions: 'Be brief', custom_agent: 'fixer', model: 'small' };
    const body = { assignees: [login], agent_assignment: agent };
    const { json } = await harbour.ask(alert.path, { method: 'PATCH', body });
    expect(json.assignees).toMatchObject([{ login }]);
    const plain = await harbour.ask(alert.path, { method: 'PATCH', body: { assignees: [], ...agent } });
    expect(plain.json.assignees).toEqual([]);
  });

  it.each([
    {},
    { state: 'dismissed' },
    { state: 'fixed' },
    { state: 'dismissed', dismissed_reason: 'bored' },
    { state: 'dismissed', dismissed_reason: 'not_used', dismissed_comment: 'x'.repeat(281) },
    { assignees: ['nobody-at-all'] },
    { state: 'open', surprise: true },
    { assignees: [], agent_assignment: { surprise: 'yes' } },
  ])('refuse the update %j', async (body) => {
    const alert = await openAlert();
    const { status, json } = await harbour.ask(alert.path, { method: 'PATCH', body });
    expectShape('error', json);
    expect(status).toBe(422);
  });

  it('are not available for archived or unknown repositories', async () => {
    const archived = harbour.world.repositories.find((repository) => repository.isArchived)!;
    const at = (name: string) => harbour.ask(`/repos/${name}/${tool}/alerts`);
    expect((await at(`${archived.owner}/${archived.name}`)).status).toBe(403);
    expect((await at('nobody/nothing')).status).toBe(404);
    expect((await harbour.ask(`/enterprises/other/${tool}/alerts`)).status).toBe(404);
  });

  it('refuse fine-grained and app tokens for an enterprise only', async () => {
    const enterprise = `/enterprises/${harbour.ready.enterprise}/${tool}/alerts`;
    for (const kind of ['fine_grained', 'app_user', 'app_installation'] as const) {
      expect((await harbour.askAs(kind, enterprise)).status).toBe(403);
      expect((await harbour.askAs(kind, path)).status).toBe(200);
    }
  });

  it('do not have the plain score in the newest version', async () => {
    const headers = { [DIALECTS[dialect].versionHeader]: '2026-03-10' };
    const [newest] = (await harbour.ask(path, { headers })).json;
    expect(newest.security_advisory).not.toHaveProperty('cvss');
    expect(newest.security_advisory).toHaveProperty('cvss_severities');
    expect((await harbour.ask(path)).json[0].security_advisory).toHaveProperty('cvss');
  });
});

describe('alerts', () => {
  it('are for security managers, within the scopes of their tokens', async () => {
    // Without teams there are no security managers.
    const world = { ...createLivelyWorld('service'), teams: [] };
    const { organization, account } = world;
    const member = organization.members.find(({ role }) => role === 'direct_member')!;
    const stranger = world.people.find(
      ({ login }) => !organization.members.some((other) => other.login === login),
    )!;
    const grants = [
      grant(member.login, { scopes: ['security_events'] }),
      grant(stranger.login, { scopes: ['security_events'] }),
      grant(account.login, { scopes: ['notifications'] }),
      grant(account.login, { token: 'public-only', scopes: ['public_repo'] }),
    ];
    const harbour = await openLivelyHarbour('service', { grants, world });
    const statusOf = async (path: string, token: string) =>
      (await harbour.ask(path, { authorization: `Bearer ${token}` })).status;
    const ofOrganization = `/orgs/${organization.login}/depmonitor/alerts`;
    const ofEnterprise = `/enterprises/${world.enterprise}/depmonitor/alerts`;
    expect(await statusOf(ofOrganization, `token-of-${member.login}`)).toBe(403);
    expect(await statusOf(ofOrganization, `token-of-${account.login}`)).toBe(403);
    expect(await statusOf(ofOrganization, 'public-only')).toBe(200);
    expect(await statusOf(ofEnterprise, 'public-only')).toBe(403);
    expect(await statusOf(ofEnterprise, `token-of-${stranger.login}`)).toBe(403);
    const asMember = { authorization: `Bearer token-of-${member.login}` };
    expect((await harbour.ask(ofEnterprise, asMember)).json).toEqual([]);
  });
});
