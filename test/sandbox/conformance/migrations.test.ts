import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import type { Reply } from '../server/support/harbour.ts';
import { claimShape } from './support/claim-shape.ts';
import { DAY_MS, DIALECTS, EXPORT_MS, openStage, type Stage, worldOf } from './support/stage.ts';

describe.each(DIALECTS)('user migrations, specification 4.5 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect);
  });

  function start(body: object = {}): Promise<Reply> {
    return stage.ask('/user/migrations', {
      method: 'POST',
      body: { repositories: [stage.sandbox.ready.repositories[0]], ...body },
    });
  }

  async function startMany(count: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await start()).json.id);
      stage.clock.advance(1_000);
    }
    return ids;
  }

  it('starts one: 201, pending, with the fields of 2.8', async (context) => {
    const { status, json } = await start();
    expect(status).toBe(201);
    expect(json.state).toBe('pending');
    expect(Object.keys(json)).toHaveLength(dialect === 'github' ? 16 : 13);
    claimShape(context, [json], { resource: 'migration', avatarId: stage.names.avatarId });
    claim(context, '4.5/start', '4.5/start/success', '4.5/start/status/201', '7/201');
    claim(context, '3/migration/start', '4.5/start/body/repositories', '4.5/token/classic');
  });

  it('shows times with a numeric offset, and other times in UTC', async (context) => {
    const { json } = await start();
    expect(json.created_at).toMatch(/[+-]\d\d:\d\d$/);
    expect(json.updated_at).toMatch(/[+-]\d\d:\d\d$/);
    expect(json.repositories[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(json.repositories[0].issues_url).toContain('{/number}');
    claim(context, '2/offset', '2/utc', '2/templates');
  });

  it('shows repositories in full, with their owners and secrets', async (context) => {
    const { json } = await stage.ask('/user/migrations', {
      method: 'POST',
      body: { repositories: stage.sandbox.ready.repositories },
    });
    const repositories: readonly ReturnType<typeof JSON.parse>[] = json.repositories;
    claimShape(context, repositories, { resource: 'full_repository', avatarId: stage.names.avatarId });
    const owners = new Set(repositories.map(({ owner }) => owner.type));
    expect(owners).toEqual(new Set(['User', 'Organization']));
    for (const { full_name: fullName, owner, name, temp_clone_token: secret, ...rest } of repositories) {
      expect(fullName).toBe(`${owner.login}/${name}`);
      expect(secret).toMatch(rest.private ? /^[0-9A-F]{29}$/ : /^$/);
      expect(owner[stage.names.avatarId]).toBe('');
    }
    const settings = repositories.flatMap((item) => Object.values(item.security_and_analysis));
    const statuses = new Set(settings.map((setting) => (setting as { status: string }).status));
    expect(statuses).toEqual(new Set(['enabled', 'disabled']));
    claim(context, '2.1/type/User', '2.1/type/Organization', '2.1/avatar_id/empty');
    claim(context, '2.2/full_name', '2.2/temp_clone_token/secret');
    claim(context, '2.2/status/enabled', '2.2/status/disabled');
  });

  it('accepts every switch of the body', async (context) => {
    for (const name of SHOWN_SWITCHES) {
      expect((await start({ [name]: true })).json[name]).toBe(true);
      claim(context, `4.5/start/body/${name}`);
    }
    for (const name of ['exclude_metadata', 'exclude_git_data']) {
      const { status, json } = await start({ [name]: true });
      expect(status).toBe(201);
      if (dialect === 'github') {
        expect(json[name]).toBe(true);
        claim(context, `4.5/start/body/${name}`);
      }
    }
  });

  it('leaves repositories out of the response when excluded', async (context) => {
    const { status, json } = await start({ exclude: ['repositories'] });
    expect(status).toBe(201);
    expect(json).not.toHaveProperty('repositories');
    claim(context, '4.5/start/body/exclude', '4.5/exclude/repositories');
  });

  it('accepts org_metadata_only without repositories, false by default, and ignores other switches', async (context) => {
    const { status, json } = await start({
      repositories: [],
      org_metadata_only: true,
      lock_repositories: true,
    });
    expect(status).toBe(201);
    expect(json.repositories).toEqual([]);
    expect(json.lock_repositories).toBe(false);
    // Without it an empty array is not a valid body: false is the default.
    expect((await start({ repositories: [] })).status).toBe(422);
    claim(context, '4.5/start/body/org_metadata_only', '4.5/start/body/org_metadata_only/default');
    claim(context, '4.5/org_metadata_only/empty', '4.5/org_metadata_only/ignores');
  });

  it.each([
    ['no repositories', {}],
    ['repositories that are no array', { repositories: 'x' }],
    ['members that are no strings', { repositories: [1] }],
    ['an unknown repository', { repositories: ['nobody/nothing'] }],
    ['a switch that is no boolean', { repositories: ['FIRST'], lock_repositories: 'yes' }],
    ['an exclude that is no array', { repositories: ['FIRST'], exclude: 'repositories' }],
  ])('answers 422 to %s', async (_what, body) => {
    const text = JSON.stringify(body).replace('FIRST', stage.sandbox.ready.repositories[0]!);
    const { status, json } = await stage.ask('/user/migrations', { method: 'POST', body: text });
    expect([status, typeof json.message]).toEqual([422, 'string']);
  });

  it('requires repositories', async (context) => {
    const { status } = await stage.ask('/user/migrations', { method: 'POST', body: {} });
    expect(status).toBe(422);
    claim(context, '4.5/start/body/repositories/required', '4.5/start/status/422', '7/422');
  });

  it('lists them in pages of 30, at most 100, from page 1 on', async (context) => {
    const ids = await startMany(103);
    const list = async (query: string) => {
      const { json } = await stage.ask(`/user/migrations${query}`);
      return json.map(({ id }: { id: number }) => id);
    };
    const newestFirst = ids.toReversed();
    expect(await list('')).toEqual(newestFirst.slice(0, 30));
    expect(await list('?page=1')).toEqual(newestFirst.slice(0, 30));
    expect(await list('?page=2')).toEqual(newestFirst.slice(30, 60));
    expect(await list('?per_page=7')).toEqual(newestFirst.slice(0, 7));
    expect(await list('?per_page=7&page=3')).toEqual(newestFirst.slice(14, 21));
    expect(await list('?per_page=100')).toHaveLength(100);
    expect(await list('?per_page=101')).toHaveLength(100);
    expect(await list('?page=5')).toEqual([]);
    claim(context, '4.5/list/query/per_page', '4.5/list/query/per_page/default');
    claim(context, '4.5/list/query/per_page/max', '4.5/list/query/page', '4.5/list/query/page/default');
    claim(context, '8.3/per_page/migrations', '8.3/page/migrations', '4.0/page', '4.0/per_page');
  });

  it('lists migrations with the fields of 2.8 and a node_id', async (context) => {
    const started = (await start()).json;
    const { status, json } = await stage.ask('/user/migrations');
    expect(status).toBe(200);
    expect(json[0].node_id).toBe(started.node_id);
    claimShape(context, json, { resource: 'migration', avatarId: stage.names.avatarId });
    claim(context, '4.5/list', '4.5/list/success', '4.5/list/status/200', '2.8/list-node_id');
  });

  it('answers 304 to a list that has not changed, and 200 once it has', async (context) => {
    await start();
    const first = await stage.ask('/user/migrations');
    const headers = { 'if-none-match': first.headers['etag']! };
    const again = await stage.ask('/user/migrations', { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    await start();
    expect((await stage.ask('/user/migrations', { headers })).status).toBe(200);
    claim(context, '4.5/list/status/304', '4.0/304', '7/304');
  });

  it('answers 304 to a start whose condition says that the migration exists', async (context) => {
    const { id } = (await start()).json;
    const { headers } = await stage.ask(`/user/migrations/${id}`);
    const unchanged = { 'if-none-match': headers['etag']! };
    expect((await stage.ask(`/user/migrations/${id}`, { headers: unchanged })).status).toBe(304);
    const again = await stage.ask('/user/migrations', {
      method: 'POST',
      headers: unchanged,
      body: { repositories: [stage.sandbox.ready.repositories[0]] },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await stage.ask('/user/migrations')).json).toHaveLength(1);
    claim(context, '4.5/start/status/304');
  });

  it('lists the repositories of a migration in pages', async (context) => {
    const { repositories } = stage.sandbox.ready;
    const { id } = (await start({ repositories })).json;
    const path = `/user/migrations/${id}/repositories`;
    const { status, json } = await stage.ask(path);
    expect(status).toBe(200);
    expect(json.map((item: { full_name: string }) => item.full_name)).toEqual(repositories);
    claimShape(context, json, { resource: 'full_repository', avatarId: stage.names.avatarId });
    const names = async (query: string) =>
      (await stage.ask(`${path}${query}`)).json.map((item: { full_name: string }) => item.full_name);
    expect(await names('?per_page=2')).toEqual(repositories.slice(0, 2));
    expect(await names('?per_page=2&page=1')).toEqual(repositories.slice(0, 2));
    expect(await names('?per_page=2&page=2')).toEqual(repositories.slice(2, 4));
    claim(context, '4.5/repositories', '4.5/repositories/success', '4.5/repositories/status/200');
    claim(context, '4.5/repositories/path/migration_id', '4.5/repositories/query/per_page');
    claim(context, '4.5/repositories/query/page', '4.5/repositories/query/page/default');
  });

  it('lists 30 repositories of a migration unless asked for up to 100', async (context) => {
    stage = await openStage(dialect, { world: worldOf(dialect, { repositories: 104, issues: 0, years: 1 }) });
    const { repositories } = stage.sandbox.ready;
    expect(repositories.length).toBeGreaterThan(100);
    const { id } = (await start({ repositories })).json;
    const count = async (query: string) =>
      (await stage.ask(`/user/migrations/${id}/repositories${query}`)).json.length;
    expect(await count('')).toBe(30);
    expect(await count('?per_page=100')).toBe(100);
    expect(await count('?per_page=200')).toBe(100);
    claim(context, '4.5/repositories/query/per_page/default', '4.5/repositories/query/per_page/max');
  });

  it('answers 404 for a migration that there is not', async (context) => {
    for (const id of ['1', '0', '-1', '999999999', '99999999999999999999', 'x', '%00', '1.0']) {
      for (const path of [`/user/migrations/${id}`, `/user/migrations/${id}/repositories`]) {
        const { status, json } = await stage.ask(path);
        expect([path, status, json.message]).toEqual([path, 404, 'Not Found']);
      }
    }
    claim(context, '4.5/repositories/status/404', '7/404', '7/message');
  });

  it('answers 401 without a token', async (context) => {
    const list = await stage.ask('/user/migrations', { as: null });
    const started = await stage.ask('/user/migrations', { as: null, method: 'POST', body: {} });
    const archive = await stage.ask('/user/migrations/1/archive', { as: null });
    expect([list.status, started.status, archive.status]).toEqual([401, 401, 401]);
    claim(context, '4.5/list/status/401', '4.5/start/status/401', '4.5/archive/401', '7/401');
  });

  it('refuses the kinds that the specification names, with 403', async (context) => {
    for (const as of ['fine_grained', 'app_user', 'app_installation'] as const) {
      expect((await stage.ask('/user/migrations', { as })).status).toBe(403);
      expect((await stage.ask('/user/migrations', { as, method: 'POST', body: {} })).status).toBe(403);
      expect((await stage.ask('/user/migrations/1/archive', { as })).status).toBe(403);
      claim(context, `4.5/refuses/${as}`);
    }
    claim(context, '4.5/list/status/403', '4.5/start/status/403', '4.5/archive/403', '7/403');
  });

  it('redirects to the archive once it is exported, and for seven days', async (context) => {
    const { id, guid } = (await start()).json;
    const path = `/user/migrations/${id}/archive`;
    const early = await stage.ask(path);
    expect(early.status).toBe(404);
    stage.clock.advance(EXPORT_MS);
    expect((await stage.ask(`/user/migrations/${id}`)).json.state).toBe('exported');
    const reply = await stage.ask(path);
    expect(reply.status).toBe(302);
    const location = reply.headers['location']!;
    const { origin, searchParams } = new URL(location);
    expect([origin, reply.text]).toEqual([stage.sandbox.ready.storage_url, location]);
    expect(origin).not.toBe(new URL(stage.sandbox.ready.url).origin);
    expect(searchParams.get('response-content-disposition')).toBe(`filename=${guid}.tar.gz`);
    expect(reply.headers['content-type']).toBe('text/html;charset=utf-8');
    const { bytes, status } = await stage.askUrl(location, { as: null });
    expect([status, bytes.length]).toEqual([200, stage.sandbox.exported(id)!.sizeBytes]);
    claim(context, '3/migration/exported', '4.5/archive/302', '7/302', '4.5/archive/path/migration_id');

    stage.clock.advance(7 * DAY_MS - 1);
    expect((await stage.ask(path)).status).toBe(302);
    stage.clock.advance(1);
    const late = await stage.ask(path);
    expect([late.status, late.text]).toEqual([404, early.text]);
    claim(context, '3/migration/seven-days', '8.3/archive');
  });

  it('unlocks a repository after the export', async (context) => {
    const [owner, name] = stage.sandbox.ready.repositories[0]!.split('/');
    expect(owner).toBe(stage.sandbox.ready.user);
    const { id } = (await start({ lock_repositories: true })).json;
    stage.clock.advance(EXPORT_MS);
    const path = `/user/migrations/${id}/repos/${name}/lock`;
    const { status, text } = await stage.ask(path, { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
    expect((await stage.ask(path, { method: 'DELETE' })).status).toBe(404);
    claim(context, '3/migration/unlock', '7/204');
  });

  it('accepts names in any case', async (context) => {
    const [owner, name] = stage.sandbox.ready.repositories[0]!.split('/');
    const names = [`${owner!.toUpperCase()}/${name}`, `${owner}/${name!.toUpperCase()}`];
    for (const repository of names) {
      const { status, json } = await start({ repositories: [repository] });
      expect([status, json.repositories?.[0]?.full_name]).toEqual([201, `${owner}/${name}`]);
    }
    const { organization } = stage.sandbox.ready;
    expect((await stage.ask(`/orgs/${organization.toUpperCase()}/repos`)).status).toBe(200);
    expect((await start({ repositories: [`${owner}/${name}.git`] })).status).toBe(422);
    claim(context, '4.0/case/owner', '4.0/case/repo', '4.0/case/org', '4.0/repo/no-git');
  });
});

const SHOWN_SWITCHES = [
  'lock_repositories',
  'exclude_attachments',
  'exclude_releases',
  'exclude_owner_projects',
] as const;
