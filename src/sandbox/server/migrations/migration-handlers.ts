import type { JsonObject } from '../../../base/index.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import { isOrganization, type World } from '../../world/world.ts';
import {
  type Answer,
  apiError,
  type ErrorAnswer,
  json,
  jsonPage,
  notFound,
  validationFailed,
} from '../api/answer.ts';
import { paginate } from '../api/pagination.ts';
import type { ApiRequest, Handler } from '../api/route.ts';
import { isMember, isOrganizationOwner, personOf } from '../api/sight.ts';
import { accountJson, type JsonContext, nodeIdOf } from '../json/account-json.ts';
import { migratedRepositoryJson } from '../json/repository-json.ts';
import type { Service } from '../service.ts';
import { type MigrationFamily, readMigrationOrder } from './migration-order.ts';
import type { MigrationView } from './migration-register.ts';

/** Page sizes of migrations and of their repositories (specification 8.3). */
const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

/** Lists the migrations of a family, newest first. */
export const listMigrations = forFamily((family, request, service) => {
  const page = paginate(service.migrations.list(family), { url: request.url, ...PAGE_SIZES });
  // Only organizations' lists know `exclude`; a user's has whole repositories whatever is asked for (specification 4.5).
  const { context, version } = request;
  const migrations = page.items.map((view) =>
    family.type === 'User'
      ? migrationJson(view, context, { version, isWithoutRepositories: false })
      : showMigration(view, request),
  );
  return jsonPage(migrations, page.link);
});

/** Starts a migration; its archive is written in the background from now on. */
export const startMigration = forFamily((family, request, service) => {
  const { context, version } = request;
  // A caller who sends the validator of a migration that has not changed starts no second one.
  const isKnown = (view: MigrationView) => request.isKnown(showMigration(view, request));
  if (request.isConditional && service.migrations.list(family).some(isKnown)) {
    return { type: 'not_modified' };
  }
  const order = readMigrationOrder(request.body, family, {
    world: service.world,
    login: personOf(request.caller, service.world)?.login ?? '',
  });
  if (order.type === 'refused') {
    return validationFailed(order.errors);
  }
  const view = service.migrations.start(order, family);
  const isWithoutRepositories = order.request.exclude?.includes('repositories') === true;
  return {
    type: 'json',
    status: 201,
    body: migrationJson(view, context, { version, isWithoutRepositories }),
    headers: { location: `${context.baseUrl}${migrationsPath(family)}/${view.id}` },
  };
});

/** Shows a migration. */
export const getMigration = forMigration((view, request) => json(showMigration(view, request)));

/** Redirects to the archive. Before the export, after deletion and after seven days there is one answer: 404. */
export const getArchive = forMigration((view, { url, caller }, { links, storagePort, world }) => {
  if (view.archive === undefined) {
    return notFound();
  }
  const origin = new URL(url.origin);
  origin.port = String(storagePort);
  const location = links.sign({
    origin,
    key: view.archiveKey,
    fileName: `${view.guid}.tar.gz`,
    actorId: personOf(caller, world)?.id ?? 0,
  });
  return { type: 'redirect', location, revision: view.archive.sha256 };
});

/** Deletes the archive; the migration stays. */
export const deleteArchive = forMigration(async (view, _request, { migrations }) => {
  if (view.archive === undefined) {
    return notFound();
  }
  await migrations.deleteArchive(view.id);
  return { type: 'empty', status: 204 };
});

/** Unlocks a repository. One that is not locked gives 404, as documented; the real service was also seen with 204. */
export const unlockRepository = forMigration((view, { parameters }, { migrations }) => {
  const wasLocked = migrations.unlock(view.id, parameters['repo_name'] ?? '');
  return wasLocked ? { type: 'empty', status: 204 } : notFound();
});

/** Lists the repositories of a migration. */
export const listMigrationRepositories = forMigration((view, { url, context, version }) => {
  const page = paginate(view.repositories, { url, ...PAGE_SIZES });
  const repositories = page.items.map((repository) => migratedRepositoryJson(repository, version, context));
  return jsonPage(repositories, page.link);
});

type FamilyHandler = (
  family: MigrationFamily,
  request: ApiRequest,
  service: Service,
) => Answer | Promise<Answer>;

/** Wraps a handler so that it knows whose migrations the path speaks of. */
function forFamily(handle: FamilyHandler): Handler {
  return async (request, service) => {
    const family = familyOf(request, service.world);
    if ('status' in family) {
      return family;
    }
    await service.migrations.untilSettled();
    return await handle(family, request, service);
  };
}

type MigrationHandler = (
  view: MigrationView,
  request: ApiRequest,
  service: Service,
) => Answer | Promise<Answer>;

/** Wraps a handler so that it is given the migration that the path names. */
function forMigration(handle: MigrationHandler): Handler {
  return forFamily((family, request, service) => {
    const id = request.parameters['migration_id'] ?? '';
    const view = /^\d{1,15}$/.test(id) ? service.migrations.find(Number(id), family) : undefined;
    return view === undefined ? notFound() : handle(view, request, service);
  });
}

/** The caller's own migrations, or those of an organization whose owner the caller is. */
function familyOf({ parameters, caller }: ApiRequest, world: World): ErrorAnswer | MigrationFamily {
  const person = personOf(caller, world);
  const organization = parameters['org'];
  if (person === undefined || (organization !== undefined && !isOrganization(world, organization))) {
    return notFound();
  }
  if (organization === undefined) {
    return { type: 'User', login: person.login };
  }
  if (isOrganizationOwner(person.login, world)) {
    return { type: 'Organization', login: world.organization.login };
  }
  return isMember(person.login, world)
    ? apiError(403, 'You must be an owner of the organization to export it.')
    : notFound();
}

/** Clients spell the list as `exclude=repositories`, `exclude[]=repositories` or separated by commas. */
function showMigration(view: MigrationView, { url, context, version }: ApiRequest) {
  const excluded = [...url.searchParams.getAll('exclude'), ...url.searchParams.getAll('exclude[]')];
  const isWithoutRepositories = excluded.some((names) => names.split(',').includes('repositories'));
  return migrationJson(view, context, { version, isWithoutRepositories });
}

/** How a migration is to be shown. */
interface MigrationJsonOptions {
  readonly version: string;
  /** Leaves the attribute `repositories` out. */
  readonly isWithoutRepositories: boolean;
}

/** Address of a family's migrations, below the root of the API. */
function migrationsPath(family: MigrationFamily): string {
  return family.type === 'User' ? '/user/migrations' : `/orgs/${family.login}/migrations`;
}

/** Writes a migration (specification 2.8). */
function migrationJson(view: MigrationView, context: JsonContext, options: MigrationJsonOptions): JsonObject {
  const { utcOffsetMinutes } = context.world;
  return {
    id: view.id,
    node_id: nodeIdOf('Migration', view.id),
    owner: accountJson(view.family.login, context),
    guid: view.guid,
    state: view.standing.state,
    ...switchesJson(view, context),
    ...(options.isWithoutRepositories ? {} : repositoriesJson(view, context, options.version)),
    url: `${context.baseUrl}${migrationsPath(view.family)}/${view.id}`,
    created_at: formatWithOffset(view.startedAtMs, utcOffsetMinutes),
    updated_at: formatWithOffset(view.standing.sinceMs, utcOffsetMinutes),
  };
}

/** The specification names four switches; the real service shows three more. */
function switchesJson({ request }: MigrationView, { dialect }: JsonContext): JsonObject {
  const specified = {
    lock_repositories: request.lockRepositories ?? false,
    exclude_attachments: request.excludeAttachments ?? false,
    exclude_releases: request.excludeReleases ?? false,
    exclude_owner_projects: request.excludeOwnerProjects ?? false,
  };
  if (dialect.name === 'service') {
    return specified;
  }
  return {
    ...specified,
    exclude_metadata: request.excludeMetadata ?? false,
    exclude_git_data: request.excludeGitData ?? false,
    org_metadata_only: request.orgMetadataOnly ?? false,
  };
}

function repositoriesJson(view: MigrationView, context: JsonContext, version: string): JsonObject {
  return {
    repositories: view.repositories.map((repository) => migratedRepositoryJson(repository, version, context)),
  };
}
