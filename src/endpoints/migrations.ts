import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import type { DownloadAnswer } from '../client/download-answer.ts';
import { readUrl } from '../client/request-url.ts';
import type { ApiResponse } from '../client/send.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import { Failure } from '../model/failure.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type Migration,
  type MigrationId,
  type MigrationOwner,
  type MigrationRequest,
} from '../model/migrations.ts';
import { getMigration, listMigrationRepositories } from './get-migration.ts';
import { listMigrations, listYoungMigrations } from './list-migrations.ts';
import { createMigrationFamily, type MigrationFamily, type MigrationView } from './migration-family.ts';
import type { RepositorySummary } from './repositories.ts';
import {
  lookForStarted,
  type RepositoryIds,
  type StartedMigration,
  startMigration,
  type UnclearStart,
} from './start-migration.ts';

/** The bytes of an archive to fetch: all, or those from `rangeStart` of the object with this validator. */
export interface ArchiveRange extends CallOptions {
  readonly rangeStart?: number | undefined;
  readonly validator?: string | undefined;
}

/** The migrations of one owner: the endpoints of specification 4.5, and those that it does not mention. */
export interface Migrations {
  readonly owner: MigrationOwner;
  /** All migrations that the service still knows, in its order. */
  list(view?: MigrationView & CallOptions): AsyncIterable<Migration>;
  /** Migrations that are not older than `maxAgeMs`, with their repositories. */
  listYoung(maxAgeMs: number, options?: CallOptions): AsyncIterable<Migration>;
  /** Starts a migration; if the response is lost, finds the one that was started. */
  start(
    request: MigrationRequest,
    repositoryIds?: RepositoryIds,
    options?: CallOptions,
  ): Promise<StartedMigration>;
  /** Looks for the migration of a start whose response was lost, for example because the run was killed. */
  lookFor(
    request: MigrationRequest,
    start: UnclearStart,
    options?: CallOptions,
  ): Promise<Migration | undefined>;
  get(id: MigrationId, view?: MigrationView & CallOptions): Promise<Migration>;
  /** The signed address of an archive, a secret that is valid for minutes. The failure explains why it is missing. */
  archiveLocation(id: MigrationId, options?: CallOptions): Promise<URL>;
  /** Requests a new address and opens it, without the headers of API requests. */
  openArchive(id: MigrationId, range?: ArchiveRange): Promise<DownloadAnswer>;
  /** Deletes the archive at the service, but not the migration. */
  deleteArchive(id: MigrationId, options?: CallOptions): Promise<'deleted' | 'absent'>;
  /**
   * Unlocks a repository (its name, with or without owner) that the migration locked. `not-locked`: the token can read the
   * migration, and the service knows no lock of the repository, or none that it shows to this token.
   */
  unlock(id: MigrationId, repositoryName: string, options?: CallOptions): Promise<'unlocked' | 'not-locked'>;
  repositories(id: MigrationId, options?: CallOptions): AsyncIterable<RepositorySummary>;
}

export function createMigrations(client: Client, owner: MigrationOwner): Migrations {
  const whole = createMigrationFamily(client, owner); // The schemas of its answers are opened once.
  const family = (options?: CallOptions) => ({ ...whole, client: withSignal(client, options) });
  return {
    owner,
    async *list(view) {
      for await (const page of listMigrations(family(view), view)) {
        yield* page.migrations;
      }
    },
    listYoung: (maxAgeMs, options) => listYoungMigrations(family(options), () => maxAgeMs),
    start: (request, repositoryIds, options) => startMigration(family(options), request, repositoryIds),
    lookFor: (request, start, options) => lookForStarted(family(options), request, start),
    get: (id, view) => getMigration(family(view), id, view),
    archiveLocation: (id, options) => archiveLocation(family(options), id),
    openArchive: async (id, range = {}) =>
      await client.openDownload({ ...definedMembers(range), url: await archiveLocation(family(range), id) }),
    deleteArchive: (id, options) => deleteArchive(family(options), id),
    unlock: (id, repositoryName, options) => unlockRepository(family(options), id, repositoryName),
    repositories: (id, options) => listMigrationRepositories(family(options), id),
  };
}

/** Deletes the archive at the service; returns `absent` if it was deleted or had expired. */
async function deleteArchive(family: MigrationFamily, id: MigrationId): Promise<'deleted' | 'absent'> {
  const response = await family.client.request({
    ...family.call('DELETE', '/{migration_id}/archive', { migration_id: id }),
    action: `delete the archive of migration ${id}`,
    expects: [404],
  });
  if (response.status !== 404) {
    return 'deleted';
  }
  await getMigration(family, id, { exclude: ['repositories'] }); // Fails if the migration is absent too.
  return 'absent';
}

/**
 * Unlocks a repository that the migration locked; its owner, if given, is cut off. For a repository that is not locked,
 * the service documents 404, but recordings show 204.
 */
async function unlockRepository(
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
  await getMigration(family, id, { exclude: ['repositories'] }); // Fails if the migration is absent too.
  return 'not-locked';
}

const DAY_MS = 86_400_000;

/** Delays before an archive that was just exported is requested again: its location may become available later. */
const RETRY_DELAYS_MS = [1_000, 4_000, 10_000, 15_000, 30_000] as const;

/** If an archive is missing longer after its export, it was deleted. */
const MAX_LAG_MS = 3_600_000;

/** The signed address of an archive: the target of a redirect, which is never followed with the token. */
async function archiveLocation(family: MigrationFamily, id: MigrationId): Promise<URL> {
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
