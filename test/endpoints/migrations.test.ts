import { describe, expect, it } from 'vitest';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { json, type Step, startScriptedServer, text } from '../client/support/scripted-server.ts';
import { createTestClient } from '../client/support/test-client.ts';
import { migrationJson, NOT_FOUND, startScriptedService } from './support/scripted-service.ts';

const USER = { type: 'user' } as const;

/** An answer that never ends. */
const huge: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const write = () => {
    while (!response.destroyed && response.write(piece)) {}
    response.once('drain', write);
  };
  write();
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) {
    list.push(item);
  }
  return list;
}

describe('createMigrations()', () => {
  it('reads a migration in the words of the model, without its secrets', async () => {
    const { client } = await startScriptedService(json(200, migrationJson({ exclude_metadata: true })));
    const migration = await createMigrations(client, USER).get(79);
    expect(migration).toEqual({
      id: 79,
      guid: '0b989ba4-242f-11e5-81e1-c7b6966d2516',
      state: 'pending',
      owner: 'alice',
      repositories: ['alice/notes'],
      repositoryIds: [1],
      switches: {
        lockRepositories: false,
        excludeMetadata: true,
        excludeAttachments: false,
        excludeReleases: false,
        excludeOwnerProjects: false,
      },
      createdAt: '2026-05-04T10:00:00Z',
      updatedAt: '2026-05-04T10:00:00Z',
      url: 'https://api.service.example/user/migrations/79',
    });
    expect(JSON.stringify(migration)).not.toContain('SECRETCLONE');
  });

  it('reads the leanest migration that was ever seen', async () => {
    const bare = {
      id: 1,
      state: 'exported',
      owner: null,
      created_at: '2018-01-01T00:00:00Z',
      updated_at: '2018-01-01T00:00:00Z',
    };
    const { client } = await startScriptedService(json(200, bare));
    expect(await createMigrations(client, USER).get(1)).toMatchObject({
      owner: undefined,
      repositories: [],
      switches: {},
    });
  });

  it('reads the number of open threads of each repository, if present', async () => {
    const repositories = [
      { id: 1, full_name: 'alice/notes', open_issues_count: 7 },
      { id: 2, full_name: 'alice/bare' },
    ];
    const { client } = await startScriptedService(json(200, migrationJson({ repositories })));
    const { openThreads } = await createMigrations(client, { type: 'user' }).get(79);
    expect(openThreads).toEqual({ 'alice/notes': 7 });
  });

  it('lists page by page and leaves imports out', async () => {
    const { client, requests } = await startScriptedService(
      json(200, [migrationJson(), migrationJson({ id: 80, state: 'waiting', repositories: undefined })], {
        link: '</orgs/acme/migrations?page=2>; rel="next"',
      }),
      json(200, [migrationJson({ id: 81, state: 'exported' })]),
    );
    const migrations = await collect(
      createMigrations(client, { type: 'organization', name: 'acme' }).list({ exclude: ['repositories'] }),
    );
    expect(migrations.map(({ id }) => id)).toEqual([79, 81]);
    expect(requests[0]?.path).toBe('/orgs/acme/migrations?per_page=100&exclude%5B%5D=repositories');
  });

  it.each([
    [{ created_at: 'yesterday' }, '2026-05-04T10:00:00Z'],
    [{ created_at: '2026-13-45T99:99:99Z', updated_at: null }, '2026-05-04T10:00:00Z'],
    [{ created_at: '2026-05-04 (\u001b[2J)', updated_at: '2026-05-04T09:00:00Z' }, '2026-05-04T09:00:00Z'],
    [{ created_at: undefined, updated_at: undefined }, '2026-05-04T10:00:00Z'],
  ])('treats a migration of %j as one of %s', async (changes, createdAt) => {
    const { client } = await startScriptedService(json(200, migrationJson(changes)));
    expect(await createMigrations(client, USER).get(79)).toMatchObject({ createdAt });
  });

  it.each(['9007199254740993', '12345678901234567890123'])('keeps every digit of the id %s', async (id) => {
    const body = JSON.stringify(migrationJson({ id: 1, node_id: `"${id} \\`, state: 'exported' }));
    const { client, requests } = await startScriptedService(
      text(201, body.replace('"id":1,', `"id": ${id},`)),
      text(302, '', { location: 'https://storage.example/' }),
    );
    const migrations = createMigrations(client, USER);
    const { migration } = await migrations.start({ repositories: ['alice/notes'] });
    expect(migration.id).toBe(id);
    await migrations.archiveLocation(migration.id);
    expect(requests.at(-1)?.path).toBe(`/user/migrations/${id}/archive`);
  });

  it('keeps an unknown state, without control characters', async () => {
    const { client } = await startScriptedService(json(200, migrationJson({ state: 'que\u001b[2Jued' })));
    expect((await createMigrations(client, USER).get(79)).state).toBe('que [2Jued');
  });

  it.each([404, 410])('retries if the archive of a fresh export is missing with %d', async (status) => {
    const exported = json(200, migrationJson({ state: 'exported', updated_at: '2026-05-04T09:59:30Z' }));
    const missing = json(status, NOT_FOUND);
    const found = text(302, '', { location: 'https://storage.example/' });
    const { client } = await startScriptedService(missing, exported, missing, exported, found);
    const location = await createMigrations(client, USER).archiveLocation(79);
    expect(location.host).toBe('storage.example');
    const gone = await startScriptedService(...Array.from({ length: 6 }, () => [missing, exported]).flat());
    await expect(createMigrations(gone.client, USER).archiveLocation(79)).rejects.toMatchObject({
      code: 'absent',
      hint: 'Start a new migration',
    });
    expect(gone.requests).toHaveLength(12);
  });

  it('lists recent ones, newest first, and stops at old ones', async () => {
    const page = (number: number, ...minutesAgo: readonly number[]) =>
      json(
        200,
        minutesAgo.map((minutes) =>
          migrationJson({
            id: 1_000 - minutes,
            created_at: new Date(Date.UTC(2026, 4, 4, 10) - minutes * 60_000).toISOString(),
          }),
        ),
        { link: `</user/migrations?page=${number + 1}>; rel="next"` },
      );
    const young = async (...pages: readonly (readonly number[])[]) => {
      const steps = pages.map((minutes, index) => page(index + 1, ...minutes));
      const { client, requests } = await startScriptedService(...steps, json(200, []));
      const listed = await collect(createMigrations(client, USER).listYoung(3_600_000));
      return { minutes: listed.map(({ id }) => 1_000 - Number(id)), requests: requests.length };
    };
    expect(await young([1, 50], [59, 70], [80, 90])).toEqual({ minutes: [1, 50, 59], requests: 2 });
    // Oldest first, or in no order: the whole list is read.
    expect(await young([90, 80], [70, 1])).toEqual({ minutes: [1], requests: 3 });
    expect(await young([70, 70], [5])).toEqual({ minutes: [5], requests: 3 });
  });

  it('reads a list whose page is too large with one migration per page', async () => {
    const { client, requests } = await startScriptedService(
      json(200, [migrationJson({ id: 9 }), migrationJson({ id: 8 })], {
        link: '</user/migrations?per_page=5&page=2>; rel="next"',
      }),
      huge,
      json(200, [migrationJson({ id: 7 })]),
    );
    const listed = await collect(createMigrations(client, USER).list());
    expect(listed.map(({ id }) => id)).toEqual([9, 8, 7]);
    expect(requests.at(-1)?.path).toBe('/user/migrations?per_page=1&page=3');
  });

  it('skips a migration that is too large by itself, and says so', async () => {
    const notices: string[] = [];
    const server = await startScriptedServer(huge, huge, json(200, [migrationJson({ id: 8 })]));
    const client = createTestClient(server.url, { onNotice: (text) => notices.push(text) });
    const listed = await collect(createMigrations(client, USER).list());
    expect(listed.map(({ id }) => id)).toEqual([8]);
    expect(notices).toEqual(['Migration number 1 of the list is too large and was skipped']);
  });

  it('reads a migration that is too large, and its repositories page by page', async () => {
    const { client, requests } = await startScriptedService(
      huge,
      json(200, migrationJson({ repositories: undefined })),
      json(200, [{ id: 5, full_name: 'alice/notes' }]),
    );
    const migration = await createMigrations(client, USER).get(79);
    expect(migration).toMatchObject({ id: 79, repositories: ['alice/notes'], repositoryIds: [5] });
    expect(requests.map(({ path }) => path)).toEqual([
      '/user/migrations/79',
      '/user/migrations/79?exclude%5B%5D=repositories',
      '/user/migrations/79/repositories?per_page=100',
    ]);
  });

  it('never asks the list of a user to leave something out', async () => {
    const { client, requests } = await startScriptedService(json(200, [migrationJson()]));
    const listed = await collect(createMigrations(client, USER).list({ exclude: ['repositories'] }));
    expect(listed).toMatchObject([{ id: 79, repositories: [] }]);
    expect(requests[0]?.path).toBe('/user/migrations?per_page=5');
  });

  it('says that there is no such migration', async () => {
    const { client } = await startScriptedService(json(404, NOT_FOUND));
    await expect(createMigrations(client, USER).get(5)).rejects.toMatchObject({
      code: 'absent',
      message: 'Cannot read migration 5: there is no such migration (404 "Not Found")',
    });
  });

  it.each([
    [{ id: 'x' }, '/state must be present'],
    [[], 'the body must be object'],
    [migrationJson({ id: '7/../8' }), '/id must'],
  ])('refuses %j as a migration', async (body, found) => {
    const { client } = await startScriptedService(json(200, body));
    await expect(createMigrations(client, USER).get(5)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining(`it answered 200 with unexpected JSON (${found}`),
    });
  });

  it('returns the address of an archive without requesting it', async () => {
    const location = 'https://storage.example/migration/79/1?X-Amz-Signature=SECRET';
    const { client, requests } = await startScriptedService(text(302, location, { location }));
    expect((await createMigrations(client, USER).archiveLocation(79)).href).toBe(location);
    expect(requests).toHaveLength(1);
  });

  it('says that it asks again for an archive that was exported just now', async () => {
    const notices: string[] = [];
    const location = 'https://storage.example/migration/79/1';
    const fresh = json(200, migrationJson({ state: 'exported', updated_at: '2026-05-04T09:59:00Z' }));
    const missing = json(404, NOT_FOUND);
    const server = await startScriptedServer(
      ...[missing, fresh, missing, fresh],
      text(302, location, { location }),
    );
    const client = createTestClient(server.url, { onNotice: (text) => notices.push(text) });
    expect((await createMigrations(client, USER).archiveLocation(79)).href).toBe(location);
    expect(notices).toEqual([
      'The archive of migration 79 was exported, but is not available yet: retrying for up to 60 s',
    ]);
  });

  it.each([
    ['pending', '2026-05-04T10:00:00Z', 'still-pending', 'the migration is pending'],
    ['exporting', '2026-05-04T10:00:00Z', 'still-pending', 'the migration is exporting'],
    ['failed', '2026-05-04T10:00:00Z', 'migration-failed', 'the migration failed at the service'],
    [
      'exported',
      '2026-04-27T09:59:59Z',
      'absent',
      'it has expired; the service keeps an archive for 7 days, and this one was exported at 2026-04-27T09:59:59Z',
    ],
    ['exported', '2026-04-27T15:31:00+05:30', 'absent', 'it was deleted at the service'],
  ])(
    'explains why the archive of a migration that is %s since %s is missing',
    async (state, updatedAt, code, found) => {
      const { client } = await startScriptedService(
        json(404, NOT_FOUND),
        json(200, migrationJson({ state, updated_at: updatedAt })),
      );
      await expect(createMigrations(client, USER).archiveLocation(79)).rejects.toMatchObject({
        code,
        message: `Cannot download the archive of migration 79: ${found}`,
      });
    },
  );

  it('fails if the redirect has no target', async () => {
    const { client } = await startScriptedService(text(302, ''));
    await expect(createMigrations(client, USER).archiveLocation(79)).rejects.toMatchObject({
      code: 'not-the-service',
    });
  });

  it('deletes an archive, and distinguishes a deleted one from an unknown migration', async () => {
    const { client, requests } = await startScriptedService(
      text(204, ''),
      json(404, NOT_FOUND),
      json(200, migrationJson({ state: 'exported' })),
      json(404, NOT_FOUND),
      json(404, NOT_FOUND),
    );
    const migrations = createMigrations(client, USER);
    expect(await migrations.deleteArchive(79)).toBe('deleted');
    expect(await migrations.deleteArchive(79)).toBe('absent');
    await expect(migrations.deleteArchive(5)).rejects.toMatchObject({ code: 'absent' });
    expect(requests[0]).toMatchObject({ method: 'DELETE', path: '/user/migrations/79/archive' });
  });

  it('unlocks a repository, locked or not', async () => {
    const { client, requests } = await startScriptedService(
      text(204, ''),
      json(404, NOT_FOUND),
      json(200, migrationJson()),
    );
    const migrations = createMigrations(client, USER);
    expect(await migrations.unlock(79, 'alice/notes')).toBe('unlocked');
    expect(await migrations.unlock(79, 'notes')).toBe('not-locked');
    expect(requests.slice(0, 2).map(({ path }) => path)).toEqual([
      '/user/migrations/79/repos/notes/lock',
      '/user/migrations/79/repos/notes/lock',
    ]);
  });

  it('lists the repositories of a migration', async () => {
    const { client } = await startScriptedService(
      json(200, [{ id: 1, full_name: 'alice/notes', private: true, temp_clone_token: 'SECRETCLONE' }]),
    );
    const repositories = await collect(createMigrations(client, USER).repositories(79));
    expect(repositories).toEqual([
      {
        id: 1,
        fullName: 'alice/notes',
        isPrivate: true,
        isFork: undefined,
        isArchived: undefined,
        visibility: undefined,
        language: undefined,
        topics: [],
        sizeKib: undefined,
        stars: undefined,
        pushedAt: undefined,
      },
    ]);
  });
});
