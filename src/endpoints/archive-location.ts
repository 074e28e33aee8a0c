import { readUrl } from '../client/request-url.ts';
import type { ApiResponse } from '../client/send.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import { Failure } from '../model/failure.ts';
import { ARCHIVE_KEPT_DAYS, type Migration, type MigrationId } from '../model/migrations.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';

const DAY_MS = 86_400_000;

/** Delays before an archive that was just exported is requested again: its location may become available later. */
const RETRY_DELAYS_MS = [1_000, 4_000, 10_000, 15_000, 30_000] as const;

/** If an archive is missing longer after its export, it was deleted. */
const MAX_LAG_MS = 3_600_000;

/** The signed address of an archive: the target of a redirect, which is never followed with the token. */
export async function archiveLocation(family: MigrationFamily, id: MigrationId): Promise<URL> {
  const { client } = family;
  let response = await requestArchive(family, id);
  let hasReported = false;
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    if (!MISSING.has(response.status)) {
      break;
    }
    const nowMs = serviceTimeMs(response, client.clock.now());
    const migration = await getMigration(family, id, { exclude: ['repositories'] });
    if (delayMs === undefined || !isFresh(migration, nowMs)) {
      throw missingArchiveFailure(migration, nowMs);
    }
    if (!hasReported) {
      hasReported = true;
      const seconds = RETRY_DELAYS_MS.reduce((sum, ms) => sum + ms, 0) / 1_000;
      client.notice(
        `The archive of migration ${id} was exported, but is not available yet: retrying for up to ${seconds} s`,
      );
    }
    await client.clock.sleep(delayMs, client.signal);
    response = await requestArchive(family, id);
  }
  const location = readUrl(response.headers.get('location'), response.url);
  if (response.status !== 302 || location === undefined) {
    throw new Failure(
      'not-the-service',
      `Cannot download the archive of migration ${id}: the service answered ${response.status} without the address of the archive`,
    );
  }
  return location;
}

/** Not in the specification: the real service answers 404, and documents it for organizations. */
const MISSING: ReadonlySet<number> = new Set([404, 410]);

async function requestArchive({ client, call }: MigrationFamily, id: MigrationId): Promise<ApiResponse> {
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
 * Explains a 404 for an archive by the state and age of its migration: the service sends the same response before the
 * export, after a deletion and after expiry. Archives expire relative to `updated_at`.
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
        : 'it was deleted at the service';
      return new Failure('absent', `${what}: ${found}`, {
        hint: 'Start a new migration',
        details: { isGone: true },
      });
    }
    default:
      return new Failure('still-pending', `${what}: the migration is ${state}`, {
        hint: 'Wait for it with waitForMigration',
        commandHint: `Wait for it with "satchel export wait ${id}"`,
      });
  }
}
