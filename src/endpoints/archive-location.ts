import { Failure } from '../base/index.ts';
import { type ApiResponse, readUrl, serviceTimeMs } from '../client/index.ts';
import type { Migration, MigrationId } from '../model/index.ts';
import { getMigration } from './get-migration.ts';
import type { MigrationFamily } from './migration-family.ts';
import { missingArchiveFailure } from './missing-archive.ts';

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
