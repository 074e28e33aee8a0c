import { Failure, isJsonObject, type JsonObject } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import {
  MIGRATION_SWITCHES,
  type Migration,
  type MigrationId,
  type MigrationRequest,
} from '../model/index.ts';
import { fitsRequest } from './fits-request.ts';
import { toMigration } from './get-migration.ts';
import { listYoungMigrations } from './list-migrations.ts';
import type { MigrationFamily } from './migration-family.ts';
import { exactId, SWITCH_NAMES } from './read-migration.ts';
import { repositoryParameters } from './repositories.ts';

/** Dialects that show a repository by its name, and lead on from a former name: the specification has no such call. */
const SHOWING: ReadonlySet<string> = new Set(['github']);

/** More names than people type: those of lists have their ids from there. */
const MAX_IDENTIFIED = 50;

/** A migration that a start led to. */
export interface StartedMigration {
  readonly migration: Migration;
  /** True where the service's answer was lost, and the migration was found by looking for it. */
  readonly isAdopted: boolean;
}

/** Ids of a request's repositories, in its order, where they are known. */
export type RepositoryIds = readonly (MigrationId | null)[];

/** When to look for a migration whose start was not answered: it may appear a little later. */
const LOOK_DELAYS_MS = [1_000, 5_000, 15_000] as const;

/** How much older than our request the migration may look: the service tells its time in whole seconds. */
const MAX_SKEW_MS = 5_000;

/**
 * Starts a migration with exactly one POST, whatever the network does: where its outcome is unclear (server
 * error, timeout, reset, an answer that nobody can read), the migrations are listed and the one that fits is adopted.
 * Clients that repeat the POST have started four exports in place of one.
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
 * Refusals, limits and connections never made say that nothing was started; a lost answer does not, nor does a 304
 * (specification 4.5), which we never ask for: a migration that fits may be there or not.
 */
function isUnclear(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    (error.code === 'service-unavailable' ||
      error.code === 'not-the-service' ||
      error.details['status'] === 304 ||
      (error.code === 'network' && error.details['wasSent'] !== false))
  );
}

/** The migration that the unclear start led to, or the failure that tells what is known of it. */
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
      ? unclearFailure(error, `it is unknown whether that started one: ${trouble.message}`)
      : trouble;
  }
  throw unclearFailure(error, 'no migration for this request appeared at the service');
}

function isTemporary(error: unknown): error is Failure {
  return error instanceof Failure && error.isTemporary;
}

function unclearFailure(error: Failure, found: string): Failure {
  return new Failure(error.code, `${error.message}; ${found}`, {
    cause: error,
    hint: 'Look at "satchel export list" before starting again',
    details: error.details,
  });
}

/** A start whose outcome is not known. */
export interface UnclearStart {
  /** When it was sent, by our clock. */
  readonly sentAtMs: number;
  /** Migrations that are certainly others. */
  readonly exceptIds?: ReadonlySet<MigrationId>;
  readonly repositoryIds?: RepositoryIds | undefined;
}

/**
 * Looks, a few times, for the migration that a start led to whose answer nobody heard. Fails where the last look did:
 * a list that was not seen says nothing, and whoever took that for "none" would start a second one.
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

/** Looks once more by ids where only names were known: a repository may have been renamed since the start. */
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
  // Our own span, counted back from the service's time: the two clocks need not agree.
  const spanMs = () => family.client.clock.now() - sentAtMs + MAX_SKEW_MS;
  for await (const migration of listYoungMigrations(family, spanMs)) {
    if (exceptIds?.has(migration.id) !== true && fitsRequest(migration, request, repositoryIds)) {
      return migration;
    }
  }
  return undefined;
}

/**
 * Asks for the ids of repositories that are known by name alone. A name that a repository had until it was renamed leads
 * to it all the same. What the service does not show stays null.
 */
async function identifyRepositories(
  client: Client,
  names: readonly string[],
  known: readonly (MigrationId | null)[],
): Promise<readonly (MigrationId | null)[]> {
  const canAsk = SHOWING.has(client.dialect.name) && names.length <= MAX_IDENTIFIED;
  const ids: (MigrationId | null)[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(known[index] ?? (canAsk ? await askForId(client, name) : null));
  }
  return ids;
}

async function askForId(client: Client, name: string): Promise<MigrationId | null> {
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
 * The start body of a request (specification 4.5); switches that are not set are left to the service. Fails (`usage`) for
 * switches and repositories beside `orgMetadataOnly`, which the service would ignore without a word.
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
      `Cannot start a migration of metadata alone: with org_metadata_only the service ignores ${others.join(', ')}`,
    );
  }
}
