import { describe, expect, it } from 'vitest';
import { createRepositories, type RepositorySummary } from '../../src/endpoints/repositories.ts';
import type { MigrationOwner } from '../../src/model/migrations.ts';
import { json } from '../client/support/scripted-server.ts';
import { startScriptedService } from './support/scripted-service.ts';

const FULL = {
  id: 2,
  full_name: 'acme/tools',
  private: false,
  fork: true,
  archived: true,
  visibility: 'public',
  language: 'TypeScript',
  topics: ['cli'],
  size: 12,
  stargazers_count: 3,
  pushed_at: '2026-01-01T00:00:00Z',
};

describe('createRepositories()', () => {
  it.each<[MigrationOwner, string]>([
    [{ type: 'user' }, '/user/repos?affiliation=owner&per_page=100'],
    [{ type: 'organization', name: 'acme' }, '/orgs/acme/repos?type=all&per_page=100'],
  ])('lists all pages of %j', async (owner, path) => {
    const { client, requests } = await startScriptedService(
      json(200, [FULL], { link: '</next>; rel="next"' }),
      json(200, [{ id: 3, full_name: 'acme/empty', topics: null, language: null, pushed_at: null }]),
    );
    const repositories: RepositorySummary[] = [];
    for await (const repository of createRepositories(client).listFor(owner)) {
      repositories.push(repository);
    }
    expect(requests.map((request) => request.path)).toEqual([path, '/next']);
    expect(repositories[0]).toEqual({
      id: 2,
      fullName: 'acme/tools',
      isPrivate: false,
      isFork: true,
      isArchived: true,
      visibility: 'public',
      language: 'TypeScript',
      topics: ['cli'],
      sizeKib: 12,
      stars: 3,
      pushedAt: '2026-01-01T00:00:00Z',
    });
    expect(repositories[1]).toMatchObject({ fullName: 'acme/empty', topics: [], language: undefined });
  });
});
