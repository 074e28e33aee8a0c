import type { Migration, MigrationId, MigrationRequest, MigrationSwitch } from '../model/migrations.ts';
import { SWITCH_NAMES } from './read-migration.ts';

/**
 * True if a migration has the repositories of a request, ignoring case (specification 4.0), and no switch that differs.
 * Switches that the service does not state count as equal, so this identifies a migration that we started, but does not
 * prove what is in the archive of another one: see `statesSwitches`.
 * `repositoryIds` are those of the request, in its order: they identify repositories that were renamed.
 */
export function fitsRequest(
  migration: Migration,
  request: MigrationRequest,
  repositoryIds: readonly (MigrationId | null)[] = [],
): boolean {
  const hasSameSwitches = switchesOf(request).every((name) => {
    const stated = migration.switches[name];
    return stated === undefined || stated === (request[name] ?? false);
  });
  return hasSameSwitches && hasSameRepositories(migration, request.repositories, repositoryIds);
}

/**
 * True if a migration states every switch that matters to a request. In the specification (2.8) migrations state only
 * four of the seven, and nothing shows whether their archives have git data and records.
 */
export function statesSwitches({ switches }: Migration, request: MigrationRequest): boolean {
  return switchesOf(request).every((name) => switches[name] !== undefined);
}

/** With org_metadata_only, "other flags are ignored" (specification 4.5). */
function switchesOf({ orgMetadataOnly }: MigrationRequest): readonly MigrationSwitch[] {
  return orgMetadataOnly === true ? ['orgMetadataOnly'] : SWITCH_NAMES;
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
