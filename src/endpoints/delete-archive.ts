import type { MigrationId } from '../model/index.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';

/** Deletes the archive at the service; `absent` where it was deleted or expired before. */
export async function deleteArchive(family: MigrationFamily, id: MigrationId): Promise<'deleted' | 'absent'> {
  const response = await family.client.request({
    ...family.call('DELETE', '/{migration_id}/archive', { migration_id: id }),
    action: `delete the archive of migration ${id}`,
    expects: [404],
  });
  if (response.status !== 404) {
    return 'deleted';
  }
  // Fails where there is no such migration either.
  await getMigration(family, id, { exclude: ['repositories'] });
  return 'absent';
}
