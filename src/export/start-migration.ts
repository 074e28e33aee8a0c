import { definedMembers, Failure } from '../base/index.ts';
import type { Migrations, StartedMigration } from '../endpoints/index.ts';
import { type MigrationRequest, parseRepositoryName } from '../model/index.ts';

export interface StartOptions {
  readonly migrations: Pick<Migrations, 'start'>;
  readonly request: MigrationRequest;
}

/** Starts a migration, once and no more, for the names as people write them. */
export async function startMigration({ migrations, request }: StartOptions): Promise<StartedMigration> {
  return await migrations.start(cleanRequest(request));
}

/**
 * The request as the service is to get it: names without `.git`, each once whatever its case (specification 4.0).
 * Metadata of an organization alone goes with no repositories and no other switch (specification 4.5).
 */
export function cleanRequest(request: MigrationRequest): MigrationRequest {
  const { repositories, orgMetadataOnly, exclude, ...otherSwitches } = request;
  const names = new Map(repositories.map(parseRepositoryName).map((name) => [name.toLowerCase(), name]));
  if (orgMetadataOnly !== true) {
    if (names.size === 0) {
      throw new Failure('usage', 'Cannot start a migration: no repository is named');
    }
    return { ...request, repositories: [...names.values()] };
  }
  if (names.size > 0 || Object.values(otherSwitches).includes(true)) {
    throw new Failure(
      'usage',
      'Cannot start a migration of metadata alone: it takes no repositories and no other switch',
    );
  }
  return { repositories: [], orgMetadataOnly, ...definedMembers({ exclude }) };
}
