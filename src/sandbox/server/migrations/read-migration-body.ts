import type { JsonObject, JsonValue } from '../../../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationRequest, type MigrationSwitch } from '../../../model/index.ts';
import { findRepository, fullNameOf, type Repository, type World } from '../../world/world.ts';
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

/** Reads the body that starts a migration, or returns the `errors` of the response (specification 4.5). */
export function readMigrationBody(
  body: JsonObject,
  family: MigrationFamily,
  requester: Requester,
): MigrationStart | { readonly errors: readonly JsonValue[] } {
  const switches = readSwitches(body);
  const exclude = readExclude(body['exclude']);
  const isMetadataOnly = switches.value.orgMetadataOnly === true;
  // It ignores repositories and other switches (specification 4.5).
  const repositories = isMetadataOnly
    ? { value: [], errors: [] }
    : readRepositories(body['repositories'], family, requester);
  const errors = [...repositories.errors, ...switches.errors, ...exclude.errors];
  if (errors.length > 0) {
    return { errors };
  }
  return {
    request: {
      ...(isMetadataOnly ? { orgMetadataOnly: true } : switches.value),
      repositories: repositories.value.map(fullNameOf),
      exclude: exclude.value,
    },
    repositories: repositories.value,
  };
}

interface ReadField<Value> {
  readonly value: Value;
  readonly errors: readonly JsonValue[];
}

function readRepositories(
  names: JsonValue | undefined,
  family: MigrationFamily,
  requester: Requester,
): ReadField<readonly Repository[]> {
  if (names === undefined || names === null || (Array.isArray(names) && names.length === 0)) {
    return { value: [], errors: [fieldError('repositories', 'missing_field')] };
  }
  if (!Array.isArray(names)) {
    return { value: [], errors: [fieldError('repositories', 'invalid')] };
  }
  const found = names.map((name: JsonValue) => findExportable(name, family, requester));
  const errors = found.flatMap((repository, index) =>
    repository === undefined ? [fieldError('repositories', 'invalid_value', index)] : [],
  );
  if (errors.length > 0) {
    // If one name is unknown, the service also reports the whole list as missing.
    return { value: [], errors: [...errors, fieldError('repositories', 'missing_field')] };
  }
  return { value: [...new Set(found.filter((repository) => repository !== undefined))], errors: [] };
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
  const [owner = '', ...rest] = name.includes('/') ? name.split('/') : [family.login, name];
  const repository = findRepository(world, owner, rest.join('/'));
  const isForeign = family.type === 'Organization' && repository?.owner !== family.login;
  return repository === undefined || isForeign || !administers(login, repository, world)
    ? undefined
    : repository;
}

function readSwitches(body: JsonObject): ReadField<Partial<Record<MigrationSwitch, boolean>>> {
  const value: Partial<Record<MigrationSwitch, boolean>> = {};
  const errors: JsonValue[] = [];
  for (const name of Object.keys(
    MIGRATION_SWITCHES,
  ) as MigrationSwitch[] /* The table has exactly these keys. */) {
    const field = MIGRATION_SWITCHES[name];
    const given = body[field] ?? false;
    if (typeof given === 'boolean') {
      value[name] = given;
    } else {
      errors.push(fieldError(field, 'invalid'));
    }
  }
  return { value, errors };
}

function readExclude(value: JsonValue | undefined): ReadField<readonly 'repositories'[]> {
  if (value === undefined || value === null) {
    return { value: [], errors: [] };
  }
  const isKnown = Array.isArray(value) && value.every((member) => member === 'repositories');
  return isKnown
    ? { value: value.length === 0 ? [] : ['repositories'], errors: [] }
    : { value: [], errors: [fieldError('exclude', 'invalid')] };
}

function fieldError(field: string, code: string, index?: number): JsonObject {
  return { resource: 'Migration', field, ...(index === undefined ? {} : { index }), code };
}
