import type { Migration, MigrationId, MigrationRequest } from '../model/index.ts';
import { SWITCH_NAMES } from './read-migration.ts';

/**
 * True if a migration has the repositories of a request, ignoring case (specification 4.0), and no switch that differs.
 * `repositoryIds` are those of the request, in its order: they identify repositories that were renamed.
 */
export function fitsRequest(
  migration: Migration,
  request: MigrationRequest,
  repositoryIds: readonly (MigrationId | null)[] = [],
): boolean {
  const isMetadataOnly = request.orgMetadataOnly === true;
  const hasSameSwitches = SWITCH_NAMES.every((name) => {
    const stated = migration.switches[name];
    // With org_metadata_only, "other flags are ignored" (specification 4.5).
    const isIgnored = isMetadataOnly && name !== 'orgMetadataOnly';
    return stated === undefined || isIgnored || stated === (request[name] ?? false);
  });
  return hasSameSwitches && hasSameRepositories(migration, request.repositories, repositoryIds);
}

function hasSameRepositories(
  { repositories, repositoryIds = [] }: Migration,
  wanted: readonly string[],
  wantedIds: readonly (MigrationId | null)[],
): boolean {
  const exportedNames = new Set(repositories.map((name) => name.toLowerCase()));
  const exportedIds = new Set<MigrationId | null>(repositoryIds);
  const idOf = new Map(wanted.map((name, index) => [name.toLowerCase(), wantedIds[index] ?? null]));
  return (
    exportedNames.size === idOf.size &&
    [...idOf].every(
      ([name, id]) => exportedNames.has(name) || exportedIds.has(id) || isShortFor(name, exportedNames),
    )
  );
}

/** The service also accepts a repository name without its owner. */
function isShortFor(name: string, fullNames: ReadonlySet<string>): boolean {
  return !name.includes('/') && [...fullNames].some((fullName) => fullName.endsWith(`/${name}`));
}
