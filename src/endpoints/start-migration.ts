import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { detailOf, Failure, isTemporary } from '../model/failure.ts';
import {
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationId,
  type MigrationRequest,
} from '../model/migrations.ts';
import { fitsRequest } from './fits-request.ts';
import { toMigration } from './get-migration.ts';
import { listYoungMigrations } from './list-migrations.ts';
import { isResponseLost } from './lost-response.ts';
import type { MigrationFamily } from './migration-family.ts';
import { exactId, SWITCH_NAMES } from './read-migration.ts';
import { repositoryParameters } from './repositories.ts';

/** Dialects that find a repository by its current or former name, which is not in the specification. */
const CAN_LOOK_UP: ReadonlySet<string> = new Set(['github']);

/** Enough for names that people type. The ids of listed repositories are known already. */
const MAX_IDENTIFIED = 50;

/** A migration that was started, or found after its answer was lost. */
export interface StartedMigration {
  readonly migration: Migration;
  /** True if the service's response was lost, and the migration was found in the list. */
  readonly isAdopted: boolean;
}

/** The ids of a request's repositories, in its order; null if unknown. */
export type RepositoryIds = readonly (MigrationId | null)[];

/** Delays before looking for a migration whose start was not answered: it may appear later. */
const LOOK_DELAYS_MS = [1_000, 5_000, 15_000] as const;

/** How much older than our request the migration may appear: times of the service are whole seconds. */
const MAX_SKEW_MS = 5_000;

/**
 * Starts a migration with exactly one POST, whatever the network does. If its outcome is unclear (server error, timeout,
 * reset, unreadable response), lists the migrations and adopts the one that matches. Clients that repeat the POST have
 * started four exports instead of one.
 */
export async function startMigration(
  family: MigrationFamily,
  request: MigrationRequest,
  repositoryIds?: RepositoryIds,
): Promise<StartedMigration> {
  const sentAtMs = family.client.clock.now();
  try {
    return { migration: await postMigration(family, request), isAdopted: false };
  } catch (error) {
    if (!isUnclear(error)) {
      throw error;
    }
    const migration = await lookAfter(error, family, request, { sentAtMs, repositoryIds });
    return { migration, isAdopted: true };
  }
}

async function postMigration(family: MigrationFamily, request: MigrationRequest): Promise<Migration> {
  const action = 'start a migration';
  const body = migrationBody(request);
  const response = await family.client.request({ ...family.call('POST', ''), action, body });
  return toMigration(family, response, action);
}

/**
 * True if a migration may have been started: the response was lost, or was a 304 (specification 4.5) to our
 * unconditional request. After rejections, limits and failed connections, nothing was started.
 */
function isUnclear(error: unknown): error is Failure {
  return (
    isResponseLost(error) ||
    (error instanceof Failure && (error.code === 'not-the-service' || detailOf(error, 'status') === 304))
  );
}

/** Finds the migration of an unclear start, or fails with what is known about it. */
async function lookAfter(
  error: Failure,
  family: MigrationFamily,
  request: MigrationRequest,
  start: UnclearStart,
): Promise<Migration> {
  try {
    const found = await lookForStarted(family, request, start);
    if (found !== undefined) {
      return found;
    }
  } catch (trouble) {
    throw isTemporary(trouble)
      ? unclearFailure(error, request, `it is unknown whether that started one: ${trouble.message}`)
      : trouble;
  }
  throw unclearFailure(error, request, 'no migration for this request appeared at the service');
}

function unclearFailure(error: Failure, { lockRepositories }: MigrationRequest, found: string): Failure {
  const locks =
    lockRepositories === true ? ': if it was started, its repositories are locked until it is unlocked' : '';
  return new Failure(error.code, `${error.message}; ${found}`, {
    cause: error,
    hint: `List the migrations before starting again${locks}`,
    commandHint: `Check "satchel export list" before starting again${locks}`,
    details: error.details,
  });
}

/** A start whose outcome is unknown. */
export interface UnclearStart {
  /** When it was sent, by the clock of the client. */
  readonly sentAtMs: number;
  /** Migrations that certainly have another origin. */
  readonly exceptIds?: ReadonlySet<MigrationId> | undefined;
  readonly repositoryIds?: RepositoryIds | undefined;
}

/**
 * Looks several times for the migration of a start whose response was lost. Fails if the last attempt fails: treating it
 * as "none" would start a second migration.
 */
export async function lookForStarted(
  family: MigrationFamily,
  request: MigrationRequest,
  start: UnclearStart,
): Promise<Migration | undefined> {
  let trouble: Failure | undefined;
  for (const delayMs of LOOK_DELAYS_MS) {
    await family.client.clock.sleep(delayMs, family.client.signal);
    try {
      trouble = undefined;
      const found = await findStarted(family, request, start);
      if (found !== undefined) {
        return found;
      }
    } catch (error) {
      if (!isTemporary(error)) {
        throw error;
      }
      trouble = error;
    }
  }
  if (trouble !== undefined) {
    throw trouble;
  }
  return await findRenamed(family, request, start);
}

/** Looks once more with ids if only names were known: a repository may have been renamed since the start. */
async function findRenamed(
  family: MigrationFamily,
  request: MigrationRequest,
  start: UnclearStart,
): Promise<Migration | undefined> {
  const { repositories } = request;
  const known = start.repositoryIds ?? [];
  const repositoryIds = await identifyRepositories(family.client, repositories, known);
  const hasLearned = repositoryIds.some((id, index) => id !== (known[index] ?? null));
  return hasLearned ? await findStarted(family, request, { ...start, repositoryIds }) : undefined;
}

async function findStarted(
  family: MigrationFamily,
  request: MigrationRequest,
  { sentAtMs, exceptIds, repositoryIds }: UnclearStart,
): Promise<Migration | undefined> {
  // A duration by our clock, subtracted from the service's time, because the clocks may differ.
  const spanMs = () => family.client.clock.now() - sentAtMs + MAX_SKEW_MS;
  for await (const migration of listYoungMigrations(family, spanMs)) {
    if (exceptIds?.has(migration.id) !== true && fitsRequest(migration, request, repositoryIds)) {
      return migration;
    }
  }
  return undefined;
}

/** Looks up the unknown ids of repositories. Former names work as well. Ids that cannot be found stay null. */
async function identifyRepositories(
  client: Client,
  names: readonly string[],
  known: readonly (MigrationId | null)[],
): Promise<readonly (MigrationId | null)[]> {
  const canLookUp = CAN_LOOK_UP.has(client.dialect.name) && names.length <= MAX_IDENTIFIED;
  const ids: (MigrationId | null)[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(known[index] ?? (canLookUp ? await lookUpId(client, name) : null));
  }
  return ids;
}

async function lookUpId(client: Client, name: string): Promise<MigrationId | null> {
  try {
    const { body } = await client.request({
      action: `read the repository "${name}"`,
      method: 'GET',
      route: '/repos/{owner}/{repo}',
      parameters: { ...repositoryParameters(name) },
    });
    const id = isJsonObject(body) ? body['id'] : undefined;
    return typeof id === 'number' || typeof id === 'string' ? exactId(id) : null;
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted' && error.code !== 'internal') {
      return null;
    }
    throw error;
  }
}

/**
 * The body that starts a migration (specification 4.5). Fails (`usage`) if `orgMetadataOnly` is combined with switches
 * or repositories, which the service would silently ignore.
 */
function migrationBody(request: MigrationRequest): JsonObject {
  requireAlone(request);
  const body: Record<string, boolean | readonly string[]> = { repositories: request.repositories };
  for (const name of SWITCH_NAMES) {
    const value = request[name];
    if (value !== undefined) {
      body[MIGRATION_SWITCHES[name]] = value;
    }
  }
  return request.exclude === undefined || request.exclude.length === 0
    ? body
    : { ...body, exclude: request.exclude };
}

function requireAlone(request: MigrationRequest): void {
  if (request.orgMetadataOnly !== true) {
    return;
  }
  const switches = SWITCH_NAMES.filter((name) => name !== 'orgMetadataOnly' && request[name] === true);
  const ignored = switches.map((name) => MIGRATION_SWITCHES[name]);
  const others = request.repositories.length === 0 ? ignored : ['repositories', ...ignored];
  if (others.length > 0) {
    throw new Failure(
      'usage',
      `Cannot start a migration of metadata only: with org_metadata_only the service ignores ${others.join(', ')}`,
    );
  }
}
