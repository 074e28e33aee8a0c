import { listPages } from '../client/list-pages.ts';
import type { ApiResponse } from '../client/send.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import { detailOf, Failure } from '../model/failure.ts';
import type { Migration, MigrationId } from '../model/migrations.ts';
import { type MigrationFamily, type MigrationView, NO_MIGRATION, viewQuery } from './migration-family.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { readMigration } from './read-migration.ts';
import { type RepositorySummary, readRepositorySummary } from './repositories.ts';

/**
 * Reads a migration; fails with `absent` if the id is unknown. If the response is too large because of its repositories,
 * they are excluded and listed page by page.
 */
export async function getMigration(
  family: MigrationFamily,
  id: MigrationId,
  options: MigrationView = {},
): Promise<Migration> {
  try {
    return await getAtOnce(family, id, options);
  } catch (error) {
    if (!isTooLarge(error) || options.exclude?.includes('repositories') === true) {
      throw error;
    }
    const migration = await getAtOnce(family, id, { ...options, exclude: ['repositories'] });
    const repositories: string[] = [];
    const repositoryIds: MigrationId[] = [];
    for await (const repository of listMigrationRepositories(family, id)) {
      repositories.push(repository.fullName);
      repositoryIds.push(...(repository.id === undefined ? [] : [repository.id]));
    }
    const areKnown = repositoryIds.length === repositories.length;
    return { ...migration, repositories, ...(areKnown ? { repositoryIds } : {}) };
  }
}

/** True if a request failed because the response was too large. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Failure && detailOf(error, 'isTooLarge') === true;
}

async function getAtOnce(family: MigrationFamily, id: MigrationId, view: MigrationView): Promise<Migration> {
  const action = `read migration ${id}`;
  const response = await family.client.request({
    ...family.call('GET', '/{migration_id}', { migration_id: id }),
    action,
    query: viewQuery(view),
    missing: NO_MIGRATION,
  });
  return toMigration(family, response, action);
}

export function toMigration(
  { client, readAnswer }: MigrationFamily,
  response: ApiResponse,
  action: string,
): Migration {
  const json = readAnswer('migration', response, action);
  const migration = readMigration(json, serviceTimeMs(response, client.clock.now()));
  if (migration === undefined) {
    throw new Failure(
      'request-refused',
      `Cannot ${action}: it is not an export (its state is "${json.state}")`,
    );
  }
  return migration;
}

/** Lists the repositories of a migration (specification 4.5). */
export async function* listMigrationRepositories(
  { client, call, readAnswer }: MigrationFamily,
  id: MigrationId,
): AsyncGenerator<RepositorySummary, void, undefined> {
  const action = `list the repositories of migration ${id}`;
  const pages = listPages(client, {
    ...call('GET', '/{migration_id}/repositories', { migration_id: id }),
    action,
    query: { per_page: MAX_PER_PAGE },
    missing: NO_MIGRATION,
  });
  for await (const page of pages) {
    yield* readAnswer('repositories', page, action).map(readRepositorySummary);
  }
}
