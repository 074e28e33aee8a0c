import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { cut, json, startScriptedServer, text } from '../client/support/scripted-server.ts';
import { createTestClient, START_MS } from '../client/support/test-client.ts';
import { migrationJson, startScriptedService } from './support/scripted-service.ts';

const REQUEST = { repositories: ['Alice/Notes'], excludeReleases: true };
const BROKEN = json(502, { message: 'Server Error' });

describe('startMigration()', () => {
  it('sends the switches that are set, and no others', async () => {
    const { client, requests } = await startScriptedService(json(201, migrationJson()));
    const started = await createMigrations(client, { type: 'user' }).start({
      repositories: ['alice/notes'],
      lockRepositories: false,
      excludeMetadata: true,
      exclude: ['repositories'],
    });
    expect(started).toMatchObject({ isAdopted: false, migration: { id: 79, state: 'pending' } });
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/user/migrations' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      repositories: ['alice/notes'],
      lock_repositories: false,
      exclude_metadata: true,
      exclude: ['repositories'],
    });
  });

  it('starts one for an organization', async () => {
    const { client, requests } = await startScriptedService(json(201, migrationJson()));
    await createMigrations(client, { type: 'organization', name: 'acme' }).start({
      repositories: [],
      orgMetadataOnly: true,
    });
    expect(requests[0]).toMatchObject({
      path: '/orgs/acme/migrations',
      body: '{"repositories":[],"org_metadata_only":true}',
    });
  });

  it.each([
    ['a server error', BROKEN],
    ['a page of a gateway', text(504, '<html>timeout</html>')],
    ['a cut connection', cut],
  ])('adopts the migration that was started although the answer was %s', async (_, step) => {
    const mine = migrationJson({ id: 80, exclude_releases: true });
    const { client, requests } = await startScriptedService(
      step,
      json(200, [
        migrationJson({ id: 70, created_at: '2026-05-04T15:29:00.000+05:30', exclude_releases: true }),
        { ...mine, repositories: undefined },
      ]),
      json(200, mine),
    );
    const started = await createMigrations(client, { type: 'user' }).start(REQUEST);
    expect(started).toMatchObject({ isAdopted: true, migration: { id: 80 } });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /user/migrations',
      'GET /user/migrations?per_page=5',
      'GET /user/migrations/80',
    ]);
  });

  it('uses the time of the service, whose clock may differ by hours', async () => {
    const mine = migrationJson({ created_at: '2026-05-04T07:00:00Z', exclude_releases: true });
    const old = migrationJson({ id: 70, created_at: '2026-05-04T06:59:00Z', exclude_releases: true });
    const { client } = await startScriptedService(
      BROKEN,
      json(200, [old, mine], { date: 'Mon, 04 May 2026 07:00:02 GMT' }),
      json(200, mine),
    );
    const started = await createMigrations(client, { type: 'user' }).start(REQUEST);
    expect(started.migration.id).toBe(79);
  });

  it('looks again for one that appears late', async () => {
    const mine = migrationJson({ exclude_releases: true });
    const { client, requests } = await startScriptedService(
      BROKEN,
      json(200, []),
      json(200, [mine]),
      json(200, mine),
    );
    expect(await createMigrations(client, { type: 'user' }).start(REQUEST)).toMatchObject({
      isAdopted: true,
    });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    ['other repositories', { repositories: [{ id: 2, full_name: 'alice/other' }], exclude_releases: true }],
    ['other switches', { exclude_releases: false }],
    [
      'more repositories',
      {
        repositories: [
          { id: 1, full_name: 'alice/notes' },
          { id: 2, full_name: 'alice/other' },
        ],
        exclude_releases: true,
      },
    ],
  ])('does not adopt a migration of %s, and does not send the POST again', async (_, changes) => {
    const other = migrationJson(changes);
    const { client, requests } = await startScriptedService(
      BROKEN,
      ...Array.from({ length: 3 }, () => json(200, [other])),
    );
    await expect(createMigrations(client, { type: 'user' }).start(REQUEST)).rejects.toMatchObject({
      code: 'service-unavailable',
      message:
        'Cannot start a migration: the service answered 502 "Server Error"; no migration for this request appeared at the service',
      commandHint: 'Check "satchel export list" before starting again',
    });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('says how to unlock the repositories of a migration that may have been started', async () => {
    const { client } = await startScriptedService(BROKEN, ...Array.from({ length: 3 }, () => json(200, [])));
    const starting = createMigrations(client, { type: 'user' }).start({ ...REQUEST, lockRepositories: true });
    await expect(starting).rejects.toMatchObject({
      hint: 'List the migrations before starting again: if it was started, its repositories are locked until it is unlocked',
    });
  });

  it('does not conclude from an unreadable list that there is no migration', async () => {
    // Five tries of each of three looks; then the service is well again.
    const { client, requests } = await startScriptedService(...Array.from({ length: 16 }, () => BROKEN));
    await expect(createMigrations(client, { type: 'user' }).start(REQUEST)).rejects.toMatchObject({
      code: 'service-unavailable',
      message: expect.stringContaining('it is unknown whether that started one: Cannot list'),
      commandHint: 'Check "satchel export list" before starting again',
    });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('fails to find the start of an earlier run if it cannot read the list', async () => {
    const { client } = await startScriptedService(...Array.from({ length: 15 }, () => BROKEN));
    const migrations = createMigrations(client, { type: 'user' });
    await expect(migrations.lookFor(REQUEST, { sentAtMs: START_MS - 60_000 })).rejects.toMatchObject({
      code: 'service-unavailable',
    });
  });

  it('finds a renamed repository by its id', async () => {
    const renamed = { repositories: [{ id: 5, full_name: 'alice/diary' }], exclude_releases: true };
    const { client } = await startScriptedService(cut, json(200, [migrationJson(renamed)]));
    const started = await createMigrations(client, { type: 'user' }).start(REQUEST, [5]);
    expect(started).toMatchObject({ isAdopted: true, migration: { id: 79 } });
  });

  it('asks for the id of a repository that was named by hand and renamed meanwhile', async () => {
    const renamed = migrationJson({
      repositories: [{ id: 5, full_name: 'alice/diary' }],
      exclude_releases: true,
    });
    const list = json(200, [renamed]);
    const server = await startScriptedServer(
      ...[cut, list, list, list],
      json(301, { message: 'Moved Permanently' }, { location: '/repositories/5' }),
      json(200, { id: 5, full_name: 'alice/diary' }),
      list,
    );
    const client = createTestClient(server.url, { dialect: DIALECTS.github });
    const started = await createMigrations(client, { type: 'user' }).start(REQUEST, [null]);
    expect(started).toMatchObject({ isAdopted: true, migration: { id: 79 } });
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    ['no migration', json(201, {})],
    ['a page', text(201, '<html>created</html>')],
  ])('looks for the started migration if the response is %s', async (_, step) => {
    const mine = migrationJson({ exclude_releases: true });
    const { client, requests } = await startScriptedService(step, json(200, [mine]));
    expect(await createMigrations(client, { type: 'user' }).start(REQUEST)).toMatchObject({
      isAdopted: true,
    });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('says so if the list cannot be read either', async () => {
    const { client, requests } = await startScriptedService(BROKEN);
    await expect(createMigrations(client, { type: 'user' }).start(REQUEST)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('looks for nothing if nothing was sent', async () => {
    const clock = createDrivenClock(START_MS, { skipSleeps: true });
    const client = createTestClient(new URL('http://127.0.0.1:1'), { clock });
    await expect(createMigrations(client, { type: 'user' }).start(REQUEST)).rejects.toMatchObject({
      code: 'network',
      message:
        'Cannot start a migration: no response from "http://127.0.0.1:1": nothing is listening there (ECONNREFUSED)',
    });
    expect(clock.now()).toBe(START_MS);
  });

  it('shows which repository is refused, and looks for nothing', async () => {
    const { client, requests } = await startScriptedService(
      json(422, {
        message: 'Validation Failed',
        errors: [
          { resource: 'Migration', field: 'repositories', index: 0, code: 'invalid_value' },
          { resource: 'Migration', field: 'repositories', code: 'missing_field' },
        ],
      }),
    );
    const started = createMigrations(client, { type: 'user' }).start({ repositories: ['alice/none'] });
    await expect(started).rejects.toMatchObject({
      code: 'request-refused',
      message:
        'Cannot start a migration: the service rejects it (422: there is no repository "alice/none", or this token cannot see it)',
    });
    expect(requests).toHaveLength(1);
  });
});
