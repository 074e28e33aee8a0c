import type { Client, DownloadAnswer } from '../client/index.ts';
import type { Migration, MigrationId, MigrationOwner, MigrationRequest } from '../model/index.ts';
import { archiveLocation } from './archive-location.ts';
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

/** Which bytes of an archive to fetch: all, or those from `rangeStart` of the object with this validator. */
export interface ArchiveRange {
  readonly rangeStart?: number;
  readonly validator?: string;
  readonly signal?: AbortSignal;
}

/** The migrations of one owner: the endpoints of specification 4.5, and those that it does not show. */
export interface Migrations {
  readonly owner: MigrationOwner;
  /** Every migration that the service remembers, in its order. */
  list(view?: MigrationView): AsyncIterable<Migration>;
  /** Those that were made within so many milliseconds, with their repositories. */
  listYoung(maxAgeMs: number): AsyncIterable<Migration>;
  /** Starts one migration, or finds the one that was started where the answer was lost. */
  start(request: MigrationRequest, repositoryIds?: RepositoryIds): Promise<StartedMigration>;
  /** Looks for the migration of a start whose answer nobody heard: the run was killed, say. */
  lookFor(request: MigrationRequest, start: UnclearStart): Promise<Migration | undefined>;
  get(id: MigrationId, view?: MigrationView & { readonly signal?: AbortSignal }): Promise<Migration>;
  /** The signed address of an archive: a secret that lasts minutes. A missing archive is explained. */
  archiveLocation(id: MigrationId): Promise<URL>;
  /** Asks for a fresh address and opens it, without anything that belongs to the API. */
  openArchive(id: MigrationId, range?: ArchiveRange): Promise<DownloadAnswer>;
  /** Deletes the archive at the service; the migration itself stays readable. */
  deleteArchive(id: MigrationId): Promise<'deleted' | 'absent'>;
  /** Unlocks one repository (its name, with or without owner) that the migration locked. */
  unlock(id: MigrationId, repositoryName: string): Promise<'unlocked' | 'not-locked'>;
  repositories(id: MigrationId): AsyncIterable<RepositorySummary>;
}

export function createMigrations(client: Client, owner: MigrationOwner): Migrations {
  const family = createMigrationFamily(client, owner);
  return {
    owner,
    async *list(view) {
      for await (const page of listMigrations(family, view)) {
        yield* page.migrations;
      }
    },
    listYoung: (maxAgeMs) => listYoungMigrations(family, () => maxAgeMs),
    start: (request, repositoryIds) => startMigration(family, request, repositoryIds),
    lookFor: (request, start) => lookForStarted(family, request, start),
    get: (id, view) => getMigration(family, id, view),
    archiveLocation: (id) => archiveLocation(family, id),
    openArchive: async (id, range = {}) =>
      await client.openDownload({ ...range, url: await archiveLocation(family, id) }),
    deleteArchive: (id) => deleteArchive(family, id),
    unlock: (id, repositoryName) => unlockRepository(family, id, repositoryName),
    repositories: (id) => listMigrationRepositories(family, id),
  };
}

/** Deletes the archive at the service; `absent` where it was deleted or expired before. */
async function deleteArchive(family: MigrationFamily, id: MigrationId): Promise<'deleted' | 'absent'> {
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

/**
 * Unlocks one repository that the migration locked; its owner, if given, is cut off. For one that is not locked
 * the documentation says 404 and recordings say 204: both are fine.
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
  // Fails where there is no such migration either.
  await getMigration(family, id, { exclude: ['repositories'] });
  return 'not-locked';
}
