import { describe, expect, it } from 'vitest';
import { createMigrations } from '../../src/endpoints/index.ts';
import { json, text } from '../client/support/scripted-server.ts';
import { migrationJson, NOT_FOUND, startScriptedService } from './support/scripted-service.ts';

const USER = { type: 'user' } as const;

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
      switches: {
        lockRepositories: false,
        excludeMetadata: true,
        excludeAttachments: false,
        excludeReleases: false,
        excludeOwnerProjects: false,
      },
      createdAt: '2026-05-04T15:30:00.000+05:30',
      updatedAt: '2026-05-04T15:30:00.000+05:30',
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

  it('reads how many threads of each repository are open, where the answer tells', async () => {
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

  it('says that there is no such migration', async () => {
    const { client } = await startScriptedService(json(404, NOT_FOUND));
    await expect(createMigrations(client, USER).get(5)).rejects.toMatchObject({
      code: 'absent',
      exitStatus: 10,
      message: 'Cannot read migration 5: there is no such migration (404 "Not Found")',
    });
  });

  it.each([
    [{ id: 'x' }, '/state must be present'],
    [[], 'the body must be object'],
    [migrationJson({ created_at: 'yesterday' }), '/created_at must match pattern'],
  ])('does not take %j for a migration', async (body, found) => {
    const { client } = await startScriptedService(json(200, body));
    await expect(createMigrations(client, USER).get(5)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining(`it answered 200 with JSON of another kind (${found}`),
    });
  });

  it('gives the address of an archive and does not go there', async () => {
    const location = 'https://storage.example/migration/79/1?X-Amz-Signature=SECRET';
    const { client, requests } = await startScriptedService(text(302, location, { location }));
    expect((await createMigrations(client, USER).archiveLocation(79)).href).toBe(location);
    expect(requests).toHaveLength(1);
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
    [
      'exported',
      '2026-04-27T15:31:00+05:30',
      'absent',
      'it is no longer there; it was deleted at the service',
    ],
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

  it('fails where the redirect leads nowhere', async () => {
    const { client } = await startScriptedService(text(302, ''));
    await expect(createMigrations(client, USER).archiveLocation(79)).rejects.toMatchObject({
      code: 'not-the-service',
    });
  });

  it('deletes an archive, and knows one that is gone from a migration that never was', async () => {
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
        pushedAt: undefined,
      },
    ]);
  });
});
