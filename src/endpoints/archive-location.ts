import { Failure } from '../base/index.ts';
import { type ApiResponse, readUrl, serviceTimeMs } from '../client/index.ts';
import { ARCHIVE_KEPT_DAYS, type Migration, type MigrationId } from '../model/index.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';

const DAY_MS = 86_400_000;

/** When to ask again for an archive that has just been exported: what knows of it may lag behind what says so. */
const ASK_DELAYS_MS = [1_000, 4_000, 10_000, 15_000, 30_000] as const;

/** An archive that is missing longer after its export is gone. */
const MAX_LAG_MS = 3_600_000;

/** Asks where the archive is: the target of the redirect, which is never followed with the token. */
export async function archiveLocation(family: MigrationFamily, id: MigrationId): Promise<URL> {
  const { client } = family;
  let response = await askForArchive(family, id);
  let hasTold = false;
  for (const delayMs of [...ASK_DELAYS_MS, undefined]) {
    if (!MISSING.has(response.status)) {
      break;
    }
    const nowMs = serviceTimeMs(response, client.clock.now());
    const migration = await getMigration(family, id, { exclude: ['repositories'] });
    if (delayMs === undefined || !isFresh(migration, nowMs)) {
      throw missingArchiveFailure(migration, nowMs);
    }
    if (!hasTold) {
      hasTold = true;
      const seconds = ASK_DELAYS_MS.reduce((sum, ms) => sum + ms, 0) / 1_000;
      client.notice(
        `The archive of migration ${id} is exported and not there yet: asking again for up to ${seconds} s`,
      );
    }
    await client.clock.sleep(delayMs, client.signal);
    response = await askForArchive(family, id);
  }
  const location = readUrl(response.headers.get('location'), response.url);
  if (response.status !== 302 || location === undefined) {
    throw new Failure(
      'not-the-service',
      `Cannot download the archive of migration ${id}: the service answered ${response.status} without saying where the archive is`,
    );
  }
  return location;
}

/** The specification lists neither here; the real service gives 404, and documents it for organizations. */
const MISSING: ReadonlySet<number> = new Set([404, 410]);

async function askForArchive({ client, call }: MigrationFamily, id: MigrationId): Promise<ApiResponse> {
  return await client.request({
    ...call('GET', '/{migration_id}/archive', { migration_id: id }),
    action: `download the archive of migration ${id}`,
    expects: [302, ...MISSING],
  });
}

function isFresh({ state, updatedAt }: Migration, nowMs: number): boolean {
  return state === 'exported' && nowMs - Date.parse(updatedAt) < MAX_LAG_MS;
}

/**
 * Explains a 404 for an archive. The service answers the same before the export, after a deletion and after
 * expiry, so that only the migration's state and age tell them apart. Its days count from `updated_at`.
 */
function missingArchiveFailure(migration: Migration, nowMs: number): Failure {
  const { id, state, updatedAt } = migration;
  const what = `Cannot download the archive of migration ${id}`;
  switch (state) {
    case 'failed':
      return new Failure('migration-failed', `${what}: the migration failed at the service`);
    case 'exported': {
      const isExpired = nowMs >= Date.parse(updatedAt) + ARCHIVE_KEPT_DAYS * DAY_MS;
      const found = isExpired
        ? `it has expired; the service keeps an archive for ${ARCHIVE_KEPT_DAYS} days, and this one was exported at ${updatedAt}`
        : 'it is no longer there; it was deleted at the service';
      return new Failure('absent', `${what}: ${found}`, { hint: 'Start a new migration' });
    }
    default:
      return new Failure('still-pending', `${what}: the migration is ${state}`, {
        hint: `Wait for it with "satchel export wait ${id}"`,
      });
  }
}
