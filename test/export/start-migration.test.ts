import { describe, expect, it } from 'vitest';
import { createMigrations } from '../../src/endpoints/migrations.ts';
import { startMigration } from '../../src/export/start-migration.ts';
import type { MigrationRequest } from '../../src/model/migrations.ts';
import { json } from '../client/support/scripted-server.ts';
import { migrationJson, startScriptedService } from '../endpoints/support/scripted-service.ts';

async function sentBody(request: MigrationRequest): Promise<unknown> {
  const { client, requests } = await startScriptedService(json(201, migrationJson()));
  await startMigration({ migrations: createMigrations(client, { type: 'user' }), request });
  return JSON.parse(requests[0]?.body ?? '');
}

describe('startMigration()', () => {
  it('cleans the names as people write them', async () => {
    const repositories = ['alice/Notes.git', ' alice/notes ', 'alice/.config', 'acme/tools.GIT'];
    expect(await sentBody({ repositories })).toEqual({
      repositories: ['alice/notes', 'alice/.config', 'acme/tools'],
    });
  });

  it('asks for metadata alone with an empty list', async () => {
    expect(await sentBody({ repositories: [], orgMetadataOnly: true, excludeReleases: false })).toEqual({
      repositories: [],
      org_metadata_only: true,
    });
  });

  it.each<[MigrationRequest, string]>([
    [{ repositories: [] }, 'Cannot start a migration: no repository is named'],
    [{ repositories: ['notes'] }, 'Cannot read the repository name "notes": it is not OWNER/NAME'],
    [{ repositories: ['a/b/c'] }, 'Cannot read the repository name "a/b/c": it is not OWNER/NAME'],
    [
      { repositories: ['alice/notes'], orgMetadataOnly: true },
      'Cannot start a migration of metadata only: it takes no repositories and excludes nothing else',
    ],
    [
      { repositories: [], orgMetadataOnly: true, lockRepositories: true },
      'Cannot start a migration of metadata only: it takes no repositories and excludes nothing else',
    ],
  ])('refuses %j', async (request, message) => {
    await expect(sentBody(request)).rejects.toMatchObject({ code: 'usage', message });
  });
});
