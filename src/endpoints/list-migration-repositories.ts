import { listPages } from '../client/index.ts';
import type { MigrationId } from '../model/index.ts';
import { type MigrationFamily, NO_MIGRATION } from './migration-family.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { type RepositorySummary, readRepositorySummary } from './repository-summary.ts';

/** Lists the repositories that a migration holds (specification 4.5). */
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
