import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { MIGRATION_SWITCHES, type MigrationRequest } from '../../../model/migrations.ts';
import { findRepository, fullNameOf, type Repository, type World } from '../../world/world.ts';
import { type FieldFault, validationFailed } from '../api/answer.ts';
import { administers } from '../api/visibility.ts';

/** The owner of migrations: the token's account, or an organization. */
export interface MigrationFamily {
  readonly type: 'User' | 'Organization';
  readonly login: string;
}

/** A valid request for a migration, with all switches set. */
export interface MigrationStart {
  readonly request: MigrationRequest;
  readonly repositories: readonly Repository[];
}

interface Requester {
  readonly world: World;
  readonly login: string;
}

/** Reads the body that starts a migration, or refuses it (specification 4.5). */
export function readMigrationBody(
  body: JsonObject,
  family: MigrationFamily,
  requester: Requester,
): MigrationStart | ReturnType<typeof validationFailed> {
  const switches = Object.entries(MIGRATION_SWITCHES).map(([name, field]) => {
    return { name, field, value: body[field] ?? false };
  });
  // It ignores repositories and other switches (specification 4.5).
  const isMetadataOnly = body[MIGRATION_SWITCHES.orgMetadataOnly] === true;
  const names = isMetadataOnly ? [] : (body['repositories'] ?? []);
  const found = Array.isArray(names)
    ? names.map((name: JsonValue) => findExportable(name, family, requester))
    : undefined;
  const excluded = body['exclude'] ?? [];
  const isExcludeKnown = Array.isArray(excluded) && excluded.every((member) => member === 'repositories');
  const faults = [
    ...(isMetadataOnly ? [] : repositoryFaults(found)),
    ...switches.flatMap(({ field, value }) => (typeof value === 'boolean' ? [] : [{ field }])),
    ...(isExcludeKnown ? [] : [{ field: 'exclude' }]),
  ];
  if (faults.length > 0) {
    return validationFailed('Migration', faults);
  }
  const given = Object.fromEntries(switches.map(({ name, value }) => [name, value === true]));
  const repositories = [...new Set(found?.filter((repository) => repository !== undefined))];
  return {
    request: {
      ...(isMetadataOnly ? { orgMetadataOnly: true } : given),
      repositories: repositories.map(fullNameOf),
      exclude: isExcludeKnown && excluded.length > 0 ? ['repositories'] : [],
    },
    repositories,
  };
}

/** The faults in a list of repositories; undefined is not a list. */
function repositoryFaults(found: readonly (Repository | undefined)[] | undefined): readonly FieldFault[] {
  if (found === undefined) {
    return [{ field: 'repositories' }];
  }
  const unknown = found.flatMap((repository, index) => (repository === undefined ? [index] : []));
  const isMissing = found.length === 0 || unknown.length > 0;
  return [
    ...unknown.map((index) => ({ field: 'repositories', index, code: 'invalid_value' })),
    // If one name is unknown, the service also reports the whole list as missing.
    ...(isMissing ? [{ field: 'repositories', code: 'missing_field' }] : []),
  ];
}

/** Names are not case-sensitive (specification 4.0); those without an owner are repositories of the family. */
function findExportable(
  name: JsonValue,
  family: MigrationFamily,
  { world, login }: Requester,
): Repository | undefined {
  if (typeof name !== 'string') {
    return undefined;
  }
  const repository = findRepository(world, name.includes('/') ? name : `${family.login}/${name}`);
  const isForeign = family.type === 'Organization' && repository?.owner !== family.login;
  return repository === undefined || isForeign || !administers(login, repository, world)
    ? undefined
    : repository;
}
