import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { claimShape } from './support/claim-shape.ts';
import { DIALECTS, grantTo, openStage, plainMemberOf, type Stage, worldOf } from './support/stage.ts';

const SIZE = { repositories: 20 };

const LISTS = ['list-enterprise', 'list-organization'] as const;

describe.each(DIALECTS)('dependency alerts, specification 4.2 (%s)', (dialect) => {
  let stage: Stage;
  const member = grantTo(plainMemberOf(worldOf(dialect, SIZE)), 'classic');

  beforeEach(async () => {
    stage = await openStage(dialect, { world: worldOf(dialect, SIZE), grants: [member] });
  });

  type Question = Parameters<Stage['ask']>[1];

  function pathOf(list: (typeof LISTS)[number]): string {
    const { enterprise, organization } = stage.sandbox.ready;
    const owner = list === 'list-enterprise' ? `enterprises/${enterprise}` : `orgs/${organization}`;
    return `/${owner}/${stage.names.monitor}/alerts`;
  }

  async function list(name: (typeof LISTS)[number], query = ''): Promise<readonly Alert[]> {
    const { status, json } = await stage.ask(`${pathOf(name)}?per_page=100${query}`);
    expect([query, status]).toEqual([query, 200]);
    return json;
  }

  function updatePath({ number, repository }: Alert): string {
    return `/repos/${repository.full_name}/${stage.names.monitor}/alerts/${number}`;
  }

  function update(alert: Alert, body: unknown, question: Question = {}): Promise<Reply> {
    return stage.ask(updatePath(alert), { method: 'PATCH', body, ...question });
  }

  /** In the `github` dialect, archived repositories have no alerts to change. */
  async function openAlert(): Promise<Alert> {
    const archived = stage.sandbox.world.repositories.filter(({ isArchived }) => isArchived);
    const closed = new Set(archived.map(({ owner, name }) => `${owner}/${name}`));
    const alerts = await list('list-organization', '&state=open');
    return alerts.find(({ repository }) => !closed.has(repository.full_name))!;
  }

  it('are listed for an enterprise and for an organization', async (context) => {
    for (const name of LISTS) {
      const alerts = await list(name);
      const avatarId = stage.names.avatarId;
      claimShape(context, alerts, { resource: 'listed_alert', avatarId });
      const advisories = alerts.map((alert) => alert.security_advisory);
      claimShape(context, advisories, { resource: 'listed_advisory', avatarId });
      const states = new Set(alerts.map(({ state }) => state));
      expect([...states]).toEqual(expect.arrayContaining(['open', 'dismissed']));
      const severities = new Set(advisories.map(({ severity }) => severity));
      expect([...severities]).toEqual(expect.arrayContaining(['high', 'medium']));
      expect(alerts.map(({ dependency }) => dependency.scope)).toContain('runtime');
      expect(alerts.map((alert) => alert.dismissed_reason)).toContain('tolerable_risk');
      claim(context, `4.2/${name}`, `4.2/${name}/success`, `4.2/${name}/status/200`);
    }
    claim(context, '2.4/state/open', '2.4/state/dismissed', '2.4/severity/high', '2.4/severity/medium');
    claim(context, '2.4/scope/runtime', '2.4/dismissed_reason/tolerable_risk');
  });

  it('are narrowed by each filter', async (context) => {
    for (const name of LISTS) {
      const all = await list(name);
      const expectOnly = async (query: string, keeps: (alert: Alert) => boolean, parameter: string) => {
        const found = await list(name, `&${query}`);
        expect([query, found.map(({ url }) => url)]).toEqual([
          query,
          all.filter(keeps).map(({ url }) => url),
        ]);
        claim(context, `4.2/${name}/query/${parameter}`);
      };
      const { dependency } = all[0]!;
      const { ecosystem, name: packageName } = dependency.package;
      await expectOnly('state=open,fixed', ({ state }) => ['open', 'fixed'].includes(state), 'state');
      await expectOnly(
        'severity=high,medium',
        ({ security_advisory: { severity } }) => ['high', 'medium'].includes(severity),
        'severity',
      );
      await expectOnly(
        `ecosystem=${ecosystem}`,
        (alert) => alert.dependency.package.ecosystem === ecosystem,
        'ecosystem',
      );
      await expectOnly(
        `package=${encodeURIComponent(packageName)},nothing`,
        (alert) => alert.dependency.package.name === packageName,
        'package',
      );
      const middle = all[Math.floor(all.length / 2)]!.security_advisory.epss.percentage;
      await expectOnly(
        `epss_percentage=${encodeURIComponent(`>=${middle}`)}`,
        (alert) => alert.security_advisory.epss.percentage >= middle,
        'epss_percentage',
      );
      await expectOnly(
        'has=patch',
        (alert) => alert.security_vulnerability.first_patched_version !== null,
        'has',
      );
      await expectOnly('assignee=none', ({ assignees }) => assignees.length === 0, 'assignee');
      await expectOnly('scope=runtime', (alert) => alert.dependency.scope === 'runtime', 'scope');
      const patched = await list(name, '&has=patch');
      expect(await list(name, '&has=patch&has=patch')).toEqual(patched);
      claim(context, '4.2/has/repeated');
      const general = await list(name, '&classification=general');
      const malware = await list(name, '&classification=malware');
      expect(general.length + malware.length).toBe(all.length);
      claim(context, `4.2/${name}/query/classification`);
    }
  });

  it('are narrowed by registries and risks in an organization', async (context) => {
    const all = await list('list-organization');
    const countOf = async (query: string) => (await list('list-organization', `&${query}`)).length;
    expect((await countOf('assignee=*')) + (await countOf('assignee=none'))).toBe(all.length);
    expect((await countOf('scope=runtime')) + (await countOf('scope=development'))).toBe(all.length);
    expect(await countOf('has=patch&has=deployment')).toBe(await countOf('has[]=patch&has[]=deployment'));
    expect(await countOf('artifact_registry=jfrog-artifactory')).toBe(await countOf('has=deployment'));
    for (const [parameter, value] of [
      ['artifact_registry', 'jfrog-artifactory'],
      ['artifact_registry_url', 'https://registry.example/none'],
      ['runtime_risk', 'critical-resource,internet-exposed'],
    ] as const) {
      const found = await list('list-organization', `&${parameter}=${encodeURIComponent(value)}`);
      expect(found.length).toBeLessThan(all.length);
      claim(context, `4.2/list-organization/query/${parameter}`);
    }
  });

  it('are sorted as asked', async (context) => {
    for (const name of LISTS) {
      const times = (await list(name, '&sort=created&direction=asc')).map((alert) => alert.created_at);
      expect(times).toEqual(times.toSorted());
      expect((await list(name)).map((alert) => alert.created_at)).toEqual(times.toReversed());
      const reversed = (await list(name, '&sort=created&direction=desc')).map((alert) => alert.created_at);
      expect(reversed).toEqual(times.toReversed());
      const updates = (await list(name, '&sort=updated&direction=asc')).map((alert) => alert.updated_at);
      expect(updates).toEqual(updates.toSorted());
      claim(context, `4.2/${name}/query/sort`, `4.2/${name}/query/direction`);
    }
  });

  it('are read on by the cursors of the Link header, at most 100 at a time', async (context) => {
    for (const name of LISTS) {
      const all = await list(name);
      const first = await stage.ask(`${pathOf(name)}?per_page=2`);
      expect(first.json).toEqual(all.slice(0, 2));
      const next = linkTo('next', first)!;
      expect(new URL(next).searchParams.has('after')).toBe(true);
      const second = await stage.askUrl(next);
      expect(second.json).toEqual(all.slice(2, 4));
      const back = linkTo('prev', second)!;
      expect(new URL(back).searchParams.has('before')).toBe(true);
      expect((await stage.askUrl(back)).json).toEqual(all.slice(0, 2));
      for (const parameter of ['after', 'before', 'per_page']) {
        claim(context, `4.2/${name}/query/${parameter}`);
      }
    }
    claim(context, '4.0/cursors');
  });

  it('come at most 100 at a time', async (context) => {
    stage = await openStage(dialect, { world: worldOf(dialect, { repositories: 160, issues: 0, years: 1 }) });
    for (const name of LISTS) {
      const { json, headers } = await stage.ask(`${pathOf(name)}?per_page=300`);
      expect([json.length, headers['link']?.includes('rel="next"')]).toEqual([100, true]);
      claim(context, `4.2/${name}/query/per_page/max`);
    }
    claim(context, '8.3/per_page/alerts');
  });

  it('answer 304 to a list that has not changed', async (context) => {
    for (const name of LISTS) {
      const { headers } = await stage.ask(pathOf(name));
      const again = await stage.ask(pathOf(name), { headers: { 'if-none-match': headers['etag']! } });
      expect(again.status).toBe(304);
      claim(context, `4.2/${name}/status/304`);
    }
  });

  it('answer 422 to filters that there are not, and 400 to page numbers', async (context) => {
    for (const name of LISTS) {
      expect((await stage.ask(`${pathOf(name)}?state=purple`)).status).toBe(422);
      claim(context, `4.2/${name}/status/422`);
    }
    expect((await stage.ask(`${pathOf('list-organization')}?page=2`)).status).toBe(400);
    claim(context, '4.2/list-organization/status/400');
    expect((await stage.ask(`${pathOf('list-organization')}?after=nonsense`)).status).toBe(422);
  });

  it.each(['severity=huge', 'state=gone', 'epss_percentage=much', 'sort=name', 'direction=up', 'has=luck'])(
    'name the field of %s, which is refused',
    async (query) => {
      const { status, json } = await stage.ask(`${pathOf('list-organization')}?${query}`);
      const [field] = query.split('=');
      const error =
        dialect === 'github' ? `${field} is invalid` : { resource: 'Alert', field, code: 'invalid' };
      expect([status, json.errors]).toEqual([422, [error]]);
      const { monitor } = stage.names;
      expect(json.documentation_url).toContain(
        `/${monitor}/alerts#list-${monitor}-alerts-for-an-organization`,
      );
    },
  );

  it('of a repository are listed and shown without its name, unless it is archived or unknown', async () => {
    const { number, repository } = await openAlert();
    const pathFor = (name: string) => `/repos/${name}/${stage.names.monitor}/alerts`;
    const path = pathFor(repository.full_name);
    const { json } = await stage.ask(`${path}?per_page=100`);
    expect(json[0]).not.toHaveProperty('repository');
    const one = json.find((alert: Alert) => alert.number === number);
    expect((await stage.ask(`${path}/${number}`)).json).toEqual(one);
    expect((await stage.ask(pathFor('nobody/nothing'))).status).toBe(404);
    const world = worldOf(dialect, SIZE);
    const repositories = world.repositories.map((item) => ({ ...item, isArchived: true }));
    stage = await openStage(dialect, { world: { ...world, repositories } });
    expect((await stage.ask(path)).status).toBe(dialect === 'github' ? 403 : 200);
  });

  it.runIf(dialect === 'service')(
    'that a token can list for an organization can be changed with it',
    async () => {
      const invented = worldOf(dialect, SIZE);
      const repositories = invented.repositories.map((item, index) => ({
        ...item,
        isPrivate: index % 2 === 0,
      }));
      const world = { ...invented, repositories };
      const grants = [
        grantTo(world.account.login, 'classic', { scopes: ['security_events'] }),
        grantTo(world.account.login, 'classic', { scopes: ['public_repo'] }),
      ];
      stage = await openStage(dialect, { world, grants });
      for (const { token } of grants) {
        const authorization = `Bearer ${token}`;
        const { json } = await stage.ask(`${pathOf('list-organization')}?per_page=100`, { authorization });
        const kinds = new Set(json.map(({ repository }: Alert) => repository.private));
        expect([...kinds].toSorted()).toEqual(token === grants[0]?.token ? [false, true] : [false]);
        for (const alert of json) {
          const { status } = await update(alert, { assignees: [] }, { authorization });
          expect([alert.repository.full_name, status]).toEqual([alert.repository.full_name, 200]);
        }
      }
    },
  );

  it('have a plain score, but not in the newest version of the real service', async () => {
    const advisoryOf = async (headers: Readonly<Record<string, string>>) =>
      (await stage.ask(pathOf('list-organization'), { headers })).json[0].security_advisory;
    const newest = await advisoryOf({ [stage.names.version]: '2026-03-10' });
    expect('cvss' in newest).toBe(dialect === 'service');
    expect(newest).toHaveProperty('cvss_severities');
    expect(await advisoryOf({})).toHaveProperty('cvss');
  });

  it('answer 404 for an enterprise or organization that there is not, and take the slug', async (context) => {
    const { monitor } = stage.names;
    const enterprise = await stage.ask(`/enterprises/nobody/${monitor}/alerts`);
    const organization = await stage.ask(`/orgs/nobody-at-all/${monitor}/alerts`);
    expect([enterprise.status, organization.status]).toEqual([404, 404]);
    expect(stage.sandbox.ready.enterprise).toMatch(/^[a-z0-9-]+$/);
    claim(context, '4.2/list-enterprise/status/404', '4.2/list-organization/status/404');
    claim(context, '4.0/enterprise/slug');
  });

  it('refuse fine-grained and app tokens for an enterprise', async (context) => {
    for (const as of ['fine_grained', 'app_user', 'app_installation'] as const) {
      expect([as, (await stage.ask(pathOf('list-enterprise'), { as })).status]).toEqual([as, 403]);
      claim(context, `4.2/enterprise/refuses/${as}`);
    }
    const { status, headers } = await stage.ask(pathOf('list-organization'), { as: 'fine_grained' });
    expect([status, headers[stage.names.permissions]]).toEqual([200, 'vulnerability_alerts=read']);
    expect((await stage.ask(pathOf('list-organization'), { as: 'app_user' })).status).toBe(200);
    claim(context, '4.2/list-enterprise/status/403', '4.2/permission/organization');
  });

  it('ask scopes of classic tokens', async (context) => {
    const login = stage.sandbox.ready.user;
    const scopes = ['repo', 'security_events', 'public_repo', 'user'];
    const grants = scopes.map((scope) => grantTo(login, 'classic', { scopes: [scope] }));
    stage = await openStage(dialect, { world: worldOf(dialect, SIZE), grants });
    const [repo, events, publicRepo, none] = grants.map(({ token }) => ({
      authorization: `Bearer ${token}`,
    }));
    for (const [scope, question] of [
      ['repo', repo],
      ['security_events', events],
    ] as const) {
      expect((await stage.ask(pathOf('list-enterprise'), question)).status).toBe(200);
      claim(context, `4.2/scopes/enterprise/${scope}`);
    }
    expect([403, 404]).toContain((await stage.ask(pathOf('list-enterprise'), none)).status);
    expect([403, 404]).toContain((await stage.ask(pathOf('list-organization'), none)).status);
    expect((await stage.ask(pathOf('list-organization'), events)).status).toBe(200);
    expect((await stage.ask(pathOf('list-enterprise'), publicRepo)).status).toBe(403);
    const { status, json } = await stage.ask(pathOf('list-organization'), publicRepo);
    expect(status).toBe(200);
    expect(json.every((alert: Alert) => !alert.repository.private)).toBe(true);
    claim(context, '4.2/scopes/organization/security_events', '4.2/scopes/organization/public_repo');
  });

  it('show nothing to who is neither owner nor security manager', async (context) => {
    const asMember = { authorization: `Bearer ${member.token}` };
    const enterprise = await stage.ask(pathOf('list-enterprise'), asMember);
    expect([enterprise.status, enterprise.json]).toEqual([200, []]);
    expect((await stage.ask(pathOf('list-organization'), asMember)).status).toBe(403);
    claim(context, '4.2/caller/enterprise/owned', '4.2/caller/enterprise', '4.2/caller/owner');
    claim(context, '4.2/list-organization/status/403');
  });

  it('show all to security managers', async (context) => {
    const guards = worldOf(dialect, SIZE).teams.find(({ slug }) => slug === 'security-response')!.members;
    const guard = grantTo(guards.find(({ login }) => login !== stage.sandbox.ready.user)!.login, 'classic');
    stage = await openStage(dialect, { world: worldOf(dialect, SIZE), grants: [guard] });
    const { status, json } = await stage.ask(`${pathOf('list-organization')}?per_page=100`, {
      authorization: `Bearer ${guard.token}`,
    });
    expect(status).toBe(200);
    expect(json).toHaveLength((await list('list-organization')).length);
    claim(context, '4.2/caller/security-manager');
  });

  it('are dismissed with a reason and a comment', async (context) => {
    const alert = await openAlert();
    const body = {
      state: 'dismissed',
      dismissed_reason: 'tolerable_risk',
      dismissed_comment: 'Not reachable',
    };
    const { status, json } = await update(alert, body);
    expect(status).toBe(200);
    expect(json).toMatchObject(body);
    expect(json.dismissed_by.login).toBe(stage.sandbox.ready.user);
    expect(Date.parse(json.dismissed_at)).toBe(stage.clock.now());
    expect(json).not.toHaveProperty('repository');
    expect(json.security_advisory).not.toHaveProperty('epss');
    claimShape(context, [json], { resource: 'alert', avatarId: stage.names.avatarId });
    claim(context, '4.2/update', '4.2/update/success', '4.2/update/status/200', '4.2/update/shape');
    claim(context, '4.2/update/path/alert_number', '2.4/repository/update', '2.4/epss/update');
    claim(context, '3/alert/dismiss', '3/alert/dismiss/fields', '4.2/update/body/state');
    claim(context, '4.2/update/body/dismissed_reason', '4.2/update/body/dismissed_comment');

    const again = await update(alert, body);
    expect([again.status, again.json.message]).toEqual([409, `Alert ${alert.number} is already dismissed`]);
    claim(context, '4.2/update/status/409', '7/409');
    const reopened = await update(alert, { state: 'open' });
    expect(reopened.json).toMatchObject({ state: 'open', dismissed_at: null, dismissed_by: null });
  });

  it('take the fields for an agent', async (context) => {
    const alert = await openAlert();
    const agent = { custom_instructions: 'Be brief', custom_agent: 'mender', model: 'small' };
    const body = { state: 'dismissed', dismissed_reason: 'tolerable_risk', agent_assignment: agent };
    expect((await update(alert, body)).status).toBe(200);
    const { user: login } = stage.sandbox.ready;
    const assigned = await update(alert, { assignees: [login], agent_assignment: agent });
    expect(assigned.json.assignees).toMatchObject([{ login }]);
    expect((await update(alert, { assignees: [], ...agent })).json.assignees).toEqual([]);
    for (const field of Object.keys(agent)) {
      const wrong = { ...body, agent_assignment: { ...agent, [field]: 1 } };
      expect([field, (await update(await openAlert(), wrong)).status]).toEqual([field, 422]);
      claim(context, `4.2/update/body/${field}`);
    }
  });

  it('name the field that an update lacks', async () => {
    const { status, json } = await update(await openAlert(), {});
    const error =
      dialect === 'github'
        ? 'state is missing'
        : { resource: 'Alert', field: 'state', code: 'missing_field' };
    expect([status, json.errors]).toEqual([422, [error]]);
  });

  it.each([
    { state: 'fixed' },
    { state: 'dismissed', dismissed_reason: 'bored' },
    { state: 'dismissed', dismissed_reason: 'not_used', dismissed_comment: 'x'.repeat(281) },
    { assignees: ['nobody-at-all'] },
    { state: 'open', surprise: true },
    { assignees: [], agent_assignment: { surprise: 'yes' } },
  ])('refuse the update %j', async (body) => {
    expect((await update(await openAlert(), body)).status).toBe(422);
  });

  it('answer each invalid update with its specific status', async (context) => {
    const alert = await openAlert();
    expect((await update(alert, '{')).status).toBe(400);
    expect((await update(alert, { state: 'dismissed' })).status).toBe(422);
    expect((await update({ ...alert, number: 99_999 }, { state: 'open' })).status).toBe(404);
    expect((await update(alert, { state: 'open' }, { as: 'workflow' })).status).toBe(403);
    for (const status of [400, 403, 404, 422]) {
      claim(context, `4.2/update/status/${status}`);
    }
  });
});

function linkTo(relation: string, { headers }: Reply): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${relation}"`).exec(headers['link'] ?? '')?.[1];
}

interface Alert {
  readonly number: number;
  readonly url: string;
  readonly state: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly dismissed_reason: string | null;
  readonly assignees: readonly object[];
  readonly repository: { readonly full_name: string; readonly private: boolean };
  readonly dependency: {
    readonly scope: string;
    readonly package: { readonly ecosystem: string; readonly name: string };
  };
  readonly security_advisory: {
    readonly severity: string;
    readonly epss: { readonly percentage: number };
  };
  readonly security_vulnerability: { readonly first_patched_version: object | null };
}
