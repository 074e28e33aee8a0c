import { definedMembers, Failure } from '../base/index.ts';
import type { Migrations, StartedMigration } from '../endpoints/index.ts';
import {
  type MigrationId,
  type MigrationRequest,
  parseRepositoryName,
  plainRepositoryName,
} from '../model/index.ts';

export interface StartOptions {
  readonly migrations: Pick<Migrations, 'start'>;
  readonly request: MigrationRequest;
  /** Ids of its repositories in their order, as far as the service has told them. */
  readonly repositoryIds?: readonly (MigrationId | null)[];
}

/** Starts a migration, once and no more, for the names as people write them. */
export async function startMigration(options: StartOptions): Promise<StartedMigration> {
  const { migrations, request, repositoryIds } = options;
  return await migrations.start(cleanRequest(request), repositoryIds);
}

/**
 * The request as the service is to get it: names without `.git`, each once whatever its case (specification 4.0).
 * Metadata of an organization alone goes with no repositories and no other switch (specification 4.5).
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
      'Cannot start a migration of metadata alone: it cannot be combined with repositories or other switches',
    );
  }
  return { repositories: [], orgMetadataOnly, ...definedMembers({ exclude }) };
}

/** A name of the service's own may have letters that no person types; whatever has no owner is none. */
function cleanName(text: string): string {
  const name = plainRepositoryName(text);
  return /^[^/\s]+\/[^/]+$/.test(name) ? name : parseRepositoryName(text);
}
