import type { MigrationId } from '../model/index.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';

/**
 * Unlocks one repository that the migration locked; its owner, if given, is cut off. For one that is not locked
 * the documentation says 404 and recordings say 204: both are fine.
 */
export async function unlockRepository(
  family: MigrationFamily,
  id: MigrationId,
  repositoryName: string,
): Promise<'unlocked' | 'not-locked'> {
  const name = repositoryName.slice(repositoryName.lastIndexOf('/') + 1);
  const response = await family.client.request({
    ...family.call('DELETE', '/{migration_id}/repos/{repo_name}/lock', { migration_id: id, repo_name: name }),
    action: `unlock "${name}" of migration ${id}`,
    expects: [404],
  });
  if (response.status !== 404) {
    return 'unlocked';
  }
  // Fails where there is no such migration either.
  await getMigration(family, id, { exclude: ['repositories'] });
  return 'not-locked';
}
