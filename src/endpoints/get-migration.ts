import { definedMembers, Failure } from '../base/index.ts';
import { type ApiResponse, serviceTimeMs } from '../client/index.ts';
import type { Migration, MigrationId } from '../model/index.ts';
import { type MigrationFamily, NO_MIGRATION } from './migration-family.ts';
import { type MigrationView, viewQuery } from './migration-view.ts';
import { readMigration } from './read-migration.ts';

/** Reads one migration; `absent` where there is none of this id. */
export async function getMigration(
  family: MigrationFamily,
  id: MigrationId,
  { signal, ...view }: MigrationView & { readonly signal?: AbortSignal } = {},
): Promise<Migration> {
  const action = `read migration ${id}`;
  const response = await family.client.request({
    ...family.call('GET', '/{migration_id}', { migration_id: id }),
    action,
    query: viewQuery(view),
    missing: NO_MIGRATION,
    ...definedMembers({ signal }),
  });
  return toMigration(family, response, action);
}

/** The migration that an answer holds. */
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
