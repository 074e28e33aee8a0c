import { listPages } from '../client/list-pages.ts';
import type { ApiResponse } from '../client/send.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import type { Migration } from '../model/migrations.ts';
import { getMigration, isTooLarge } from './get-migration.ts';
import { type MigrationFamily, type MigrationView, viewQuery } from './migration-family.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { readMigration } from './read-migration.ts';
import { MIGRATIONS_PER_PAGE } from './repositories.ts';

/** A page of the list of migrations, and the service's time when it was sent. */
interface MigrationPage {
  readonly migrations: readonly Migration[];
  readonly serviceTimeMs: number;
}

/**
 * Lists all exports of the owner, without the imports in the lists of organizations. Lists of users do not support
 * `exclude` (specification 4.5): they always contain complete repositories.
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
      .readAnswer('migrations', page, actionOf(family))
      .map((json) => readMigration(json, timeMs))
      .filter((migration) => migration !== undefined);
    yield { migrations: isBrief ? migrations.map(withoutRepositories) : migrations, serviceTimeMs: timeMs };
  }
}

/**
 * Lists the exports that were created within `maxAgeMs()` by the service's clock, with their repositories. Stops at the
 * first older page if the list has proved to be sorted, newest first: it contains every migration ever made.
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

function actionOf({ owner }: MigrationFamily): string {
  return owner.type === 'user' ? 'list the migrations' : `list the migrations of "${owner.name}"`;
}

/** Maximum migrations that are skipped because each is too large. Protects against a list that never ends. */
const MAX_SKIPPED = 5;

/**
 * Pages of the list. If one is too large, the list continues with pages of one migration, and skips a migration that is
 * too large itself.
 */
async function* readPages(
  family: MigrationFamily,
  query: Readonly<Record<string, number | readonly string[]>>,
): AsyncGenerator<ApiResponse, void, undefined> {
  const { client, call } = family;
  const listCall = { ...call('GET', ''), action: actionOf(family) };
  let listedCount = 0;
  let skipped = 0;
  for (let from = query; ; from = { ...query, per_page: 1, page: listedCount + 1 }) {
    try {
      for await (const page of listPages(client, { ...listCall, query: from })) {
        yield page;
        listedCount += Array.isArray(page.body) ? page.body.length : 0;
      }
      return;
    } catch (error) {
      const isAlone = from['per_page'] === 1;
      if (!isTooLarge(error) || skipped === MAX_SKIPPED) {
        throw error;
      }
      if (isAlone) {
        skipped += 1;
        listedCount += 1;
        client.notice(`Migration number ${listedCount} of the list is too large and was skipped`);
      }
    }
  }
}

function withoutRepositories({ repositoryIds, openThreads, ...migration }: Migration): Migration {
  return { ...migration, repositories: [] };
}

/** A list may omit the repositories, which are needed to compare the migration with a request. */
async function withRepositories(family: MigrationFamily, migration: Migration): Promise<Migration> {
  const isWhole = migration.repositories.length > 0 || migration.switches.orgMetadataOnly === true;
  return isWhole || migration.state === 'failed' ? migration : await getMigration(family, migration.id);
}
