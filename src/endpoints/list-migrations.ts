import { listPages, serviceTimeMs } from '../client/index.ts';
import type { Migration } from '../model/index.ts';
import type { MigrationFamily } from './migration-family.ts';
import { type MigrationView, viewQuery } from './migration-view.ts';
import { MAX_PER_PAGE, MIGRATIONS_PER_PAGE } from './page-size.ts';
import { readMigration } from './read-migration.ts';

/** A page of the list of migrations, and the service's time when it gave it. */
export interface MigrationPage {
  readonly migrations: readonly Migration[];
  readonly serviceTimeMs: number;
}

/** Lists all exports of the owner; imports, which organizations have in the same list, are left out. */
export async function* listMigrations(
  { client, call, readAnswer }: MigrationFamily,
  view: MigrationView = {},
): AsyncGenerator<MigrationPage, void, undefined> {
  const action = 'list the migrations';
  const isBrief = view.exclude?.includes('repositories') === true;
  const query = { per_page: isBrief ? MAX_PER_PAGE : MIGRATIONS_PER_PAGE, ...viewQuery(view) };
  for await (const page of listPages(client, { ...call('GET', ''), action, query })) {
    yield {
      migrations: readAnswer('migrations', page, action)
        .map(readMigration)
        .filter((migration) => migration !== undefined),
      serviceTimeMs: serviceTimeMs(page, client.clock.now()),
    };
  }
}
