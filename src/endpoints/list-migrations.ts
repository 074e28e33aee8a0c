import { type ApiResponse, listPages, serviceTimeMs } from '../client/index.ts';
import type { Migration } from '../model/index.ts';
import { getMigration, isTooLarge } from './get-migration.ts';
import { type MigrationFamily, type MigrationView, viewQuery } from './migration-family.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { readMigration } from './read-migration.ts';
import { MIGRATIONS_PER_PAGE } from './repositories.ts';

/** A page of the list of migrations, and the service's time when it gave it. */
interface MigrationPage {
  readonly migrations: readonly Migration[];
  readonly serviceTimeMs: number;
}

/**
 * Lists all exports of the owner; imports, which organizations have in the same list, are left out. The list of a user
 * knows no `exclude` (specification 4.5): whole records of all repositories come, whatever is asked for.
 */
export async function* listMigrations(
  family: MigrationFamily,
  view: MigrationView = {},
): AsyncGenerator<MigrationPage, void, undefined> {
  const isBrief = view.exclude?.includes('repositories') === true;
  const canExclude = isBrief && family.owner.type === 'organization';
  const query = canExclude
    ? { per_page: MAX_PER_PAGE, ...viewQuery(view) }
    : { per_page: MIGRATIONS_PER_PAGE };
  for await (const page of readPages(family, query)) {
    const timeMs = serviceTimeMs(page, family.client.clock.now());
    const migrations = family
      .readAnswer('migrations', page, ACTION)
      .map((json) => readMigration(json, timeMs))
      .filter((migration) => migration !== undefined);
    yield { migrations: isBrief ? migrations.map(withoutRepositories) : migrations, serviceTimeMs: timeMs };
  }
}

/**
 * Lists the exports that were made within `maxAgeMs()` by the clock of the service, each with its repositories. It stops
 * at the first page of older ones where the list proves to be in order, the newest first: the rest is every migration
 * that there ever was.
 */
export async function* listYoungMigrations(
  family: MigrationFamily,
  maxAgeMs: () => number,
): AsyncGenerator<Migration, void, undefined> {
  let newestMs: number | undefined;
  let formerMs = Number.POSITIVE_INFINITY;
  let isInOrder = true;
  for await (const page of listMigrations(family)) {
    const sinceMs = page.serviceTimeMs - maxAgeMs();
    for (const migration of page.migrations) {
      const createdMs = Date.parse(migration.createdAt);
      isInOrder &&= createdMs <= formerMs;
      newestMs ??= createdMs;
      formerMs = createdMs;
      if (createdMs >= sinceMs) {
        yield await withRepositories(family, migration);
      }
    }
    if (isInOrder && formerMs < sinceMs && newestMs !== undefined && formerMs < newestMs) {
      return;
    }
  }
}

const ACTION = 'list the migrations';

/** How many migrations may be skipped because each alone is too large to be read. More mean a service that never ends. */
const MAX_PASSED_OVER = 5;

/**
 * Pages of the list. Where one is too large to be read, the list goes on from there one by one, and passes over a
 * migration that is too large by itself, saying so.
 */
async function* readPages(
  { client, call }: MigrationFamily,
  query: Readonly<Record<string, number | readonly string[]>>,
): AsyncGenerator<ApiResponse, void, undefined> {
  const listCall = { ...call('GET', ''), action: ACTION };
  let listedCount = 0;
  let passedOver = 0;
  for (let from = query; ; from = { ...query, per_page: 1, page: listedCount + 1 }) {
    try {
      for await (const page of listPages(client, { ...listCall, query: from })) {
        yield page;
        listedCount += Array.isArray(page.body) ? page.body.length : 0;
      }
      return;
    } catch (error) {
      const isAlone = from['per_page'] === 1;
      if (!isTooLarge(error) || passedOver === MAX_PASSED_OVER) {
        throw error;
      }
      if (isAlone) {
        passedOver += 1;
        listedCount += 1;
        client.notice(`Migration number ${listedCount} of the list is too large to be read, and passed over`);
      }
    }
  }
}

function withoutRepositories({ repositoryIds, openThreads, ...migration }: Migration): Migration {
  return { ...migration, repositories: [] };
}

/** A list may leave them out; what was asked for is told by them. */
async function withRepositories(family: MigrationFamily, migration: Migration): Promise<Migration> {
  const isWhole = migration.repositories.length > 0 || migration.switches.orgMetadataOnly === true;
  return isWhole || migration.state === 'failed' ? migration : await getMigration(family, migration.id);
}
