import { Failure } from '../base/index.ts';
import { readUrl, serviceTimeMs } from '../client/index.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';
import { missingArchiveFailure } from './missing-archive.ts';

/** Asks where the archive is: the target of the redirect, which is never followed with the token. */
export async function archiveLocation(family: MigrationFamily, id: number): Promise<URL> {
  const { client, call } = family;
  const action = `download the archive of migration ${id}`;
  const response = await client.request({
    ...call('GET', '/{migration_id}/archive', { migration_id: id }),
    action,
    // The specification lists no 404 here; the real service gives it, and documents it for organizations.
    expects: [302, 404],
  });
  if (response.status === 404) {
    const migration = await getMigration(family, id, { exclude: ['repositories'] });
    throw missingArchiveFailure(migration, serviceTimeMs(response, client.clock.now()));
  }
  const location = readUrl(response.headers.get('location'), response.url);
  if (response.status !== 302 || location === undefined) {
    throw new Failure(
      'not-the-service',
      `Cannot ${action}: the service answered ${response.status} without saying where the archive is`,
    );
  }
  return location;
}
