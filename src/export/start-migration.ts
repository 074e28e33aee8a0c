import { definedMembers } from '../base/json.ts';
import type { Migrations } from '../endpoints/migrations.ts';
import type { StartedMigration } from '../endpoints/start-migration.ts';
import { Failure } from '../model/failure.ts';
import type { MigrationId, MigrationRequest } from '../model/migrations.ts';
import { parseRepositoryName, plainRepositoryName } from '../model/repository-name.ts';

export interface StartOptions {
  readonly migrations: Pick<Migrations, 'start'>;
  readonly request: MigrationRequest;
  /** The ids of its repositories, in their order; null if unknown. */
  readonly repositoryIds?: readonly (MigrationId | null)[];
}

/** Starts a migration exactly once. The names may be written as people type them. */
export async function startMigration(options: StartOptions): Promise<StartedMigration> {
  const { migrations, request, repositoryIds } = options;
  return await migrations.start(cleanRequest(request), repositoryIds);
}

/**
 * Normalizes a request: names without `.git`, and without duplicates that differ in case (specification 4.0).
 * `orgMetadataOnly` cannot be combined with repositories or other switches (specification 4.5).
 */
export function cleanRequest(request: MigrationRequest): MigrationRequest {
  const { repositories, orgMetadataOnly, exclude, ...otherSwitches } = request;
  const names = new Map(repositories.map(cleanName).map((name) => [name.toLowerCase(), name]));
  if (orgMetadataOnly !== true) {
    if (names.size === 0) {
      throw new Failure('usage', 'Cannot start a migration: no repository is named');
    }
    return { ...request, repositories: [...names.values()] };
  }
  if (names.size > 0 || Object.values(otherSwitches).includes(true)) {
    throw new Failure(
      'usage',
      'Cannot start a migration of metadata only: it takes no repositories and excludes nothing else',
    );
  }
  return { repositories: [], orgMetadataOnly, ...definedMembers({ exclude }) };
}

/** Names from the service may contain unusual characters, so only their form is checked. */
function cleanName(text: string): string {
  const name = plainRepositoryName(text);
  return /^[^/\s]+\/[^/]+$/.test(name) ? name : parseRepositoryName(text);
}
