import type { JsonObject, JsonValue } from '../../../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationRequest, type MigrationSwitch } from '../../../model/index.ts';
import { findRepository, fullNameOf, type Repository, type World } from '../../world/world.ts';
import { administers } from '../api/sight.ts';

/** Whose migrations a path speaks of: those of the token's account, or of an organization. */
export interface MigrationFamily {
  readonly type: 'User' | 'Organization';
  readonly login: string;
}

/** A start body that the service takes: names resolved, every switch set. */
export interface MigrationOrder {
  readonly type: 'order';
  readonly request: MigrationRequest;
  readonly repositories: readonly Repository[];
}

/** A start body that it refuses, with the members of `errors`. */
interface RefusedOrder {
  readonly type: 'refused';
  readonly errors: readonly JsonValue[];
}

/** Who wants to export, and in which world. */
interface Asker {
  readonly world: World;
  readonly login: string;
}

/** Reads the body that starts a migration (specification 4.5). */
export function readMigrationOrder(
  body: JsonObject,
  family: MigrationFamily,
  asker: Asker,
): MigrationOrder | RefusedOrder {
  const switches = readSwitches(body);
  const exclude = readExclude(body['exclude']);
  const isMetadataOnly = switches.value.orgMetadataOnly === true;
  // Then neither repositories nor other switches mean anything (specification 4.5).
  const repositories = isMetadataOnly
    ? NO_REPOSITORIES
    : readRepositories(body['repositories'], family, asker);
  const errors = [...repositories.errors, ...switches.errors, ...exclude.errors];
  if (errors.length > 0) {
    return { type: 'refused', errors };
  }
  return {
    type: 'order',
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

const NO_REPOSITORIES: ReadField<readonly Repository[]> = { value: [], errors: [] };

function readRepositories(
  names: JsonValue | undefined,
  family: MigrationFamily,
  asker: Asker,
): ReadField<readonly Repository[]> {
  if (names === undefined || names === null || (Array.isArray(names) && names.length === 0)) {
    return { value: [], errors: [fieldError('repositories', 'missing_field')] };
  }
  if (!Array.isArray(names)) {
    return { value: [], errors: [fieldError('repositories', 'invalid')] };
  }
  const found = names.map((name: JsonValue) => findExportable(name, family, asker));
  const errors = found.flatMap((repository, index) =>
    repository === undefined ? [fieldError('repositories', 'invalid_value', index)] : [],
  );
  if (errors.length > 0) {
    // One unknown name spoils the whole list, which the service then reports as missing.
    return { value: [], errors: [...errors, fieldError('repositories', 'missing_field')] };
  }
  return { value: [...new Set(found.filter((repository) => repository !== undefined))], errors: [] };
}

/** Names are not case sensitive (specification 4.0); without an owner they mean the family's own repositories. */
function findExportable(
  name: JsonValue,
  family: MigrationFamily,
  { world, login }: Asker,
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
