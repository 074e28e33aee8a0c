import type { JsonObject } from '../../../base/json.ts';
import { TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../../model/dialects.table.ts';
import { MIGRATION_SWITCHES } from '../../../model/migrations.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import type { World } from '../../world/world.ts';
import { apiError, type ErrorAnswer, json, notFound } from '../api/answer.ts';
import { pageAnswer } from '../api/pagination.ts';
import { type ApiRequest, type Handler, type HandlerFor, routeGroup, signedIn } from '../api/route.ts';
import { isMember, isOrganizationOwner, personOf } from '../api/visibility.ts';
import { accountJson, type JsonContext, nodeIdOf } from '../json/account-json.ts';
import { migratedRepositoryJson } from '../json/repository-json.ts';
import type { MigrationView } from './migration-register.ts';
import { type MigrationFamily, readMigrationBody } from './read-migration-body.ts';

/**
 * Lists the migrations of a family, newest first. Lists of users ignore `exclude` and always contain repositories
 * (specification 4.5).
 */
const listMigrations = forFamily((family, request, service) =>
  pageAnswer(service.migrations.list(family), request, {
    write: (view, context) =>
      family.type === 'User' ? migrationJson(view, context, true) : showMigration(view, request),
  }),
);

/** Starts a migration; its archive is written in the background. */
const startMigration = forFamily((family, request, service) => {
  const { context } = request;
  // The validator of an unchanged migration prevents a second one.
  const isKnown = (view: MigrationView) => request.isKnown(showMigration(view, request));
  if (request.isConditional && service.migrations.list(family).some(isKnown)) {
    return { type: 'empty', status: 304 };
  }
  const { world } = service;
  const start = readMigrationBody(request.body, family, { world, login: context.viewer ?? '' });
  if ('errors' in start) {
    return start;
  }
  const view = service.migrations.start(start, family, world);
  const hasRepositories = start.request.exclude?.includes('repositories') !== true;
  return {
    type: 'json',
    status: 201,
    body: migrationJson(view, context, hasRepositories),
    headers: { location: `${context.baseUrl}${migrationsPath(family)}/${view.id}` },
  };
});

const getMigration = forMigration((view, request) => json(showMigration(view, request)));

/** Redirects to the archive; not found before the export, after deletion and after seven days. */
const getArchive = forMigration((view, { url, caller }, { links, storagePort, world }) => {
  if (view.archive === undefined) {
    return notFound();
  }
  const target = new URL(view.archiveKey, url.origin);
  target.port = String(storagePort);
  const actorId = personOf(caller, world)?.id ?? 0;
  const location = links.sign(target, { fileName: `${view.guid}.tar.gz`, actorId });
  return { type: 'redirect', location, revision: view.archive.sha256 };
});

/** Deletes the archive but not the migration. */
const deleteArchive = forMigration(async (view, _request, { migrations }) => {
  if (view.archive === undefined) {
    return notFound();
  }
  await migrations.deleteArchive(view.id);
  return { type: 'empty', status: 204 };
});

/** One that is not locked gives 404 as documented; the real service sometimes gives 204. */
const unlockRepository = forMigration((view, { parameters }, { migrations }) => {
  const wasLocked = migrations.unlock(view.id, parameters['repo_name'] ?? '');
  return wasLocked ? { type: 'empty', status: 204 } : notFound();
});

const listRepositories = forMigration((view, request) =>
  pageAnswer(view.repositories, request, { write: migratedRepositoryJson }),
);

function forFamily(handle: HandlerFor<MigrationFamily>): Handler {
  return async (request, service) => {
    const family = familyOf(request, service.world);
    if ('status' in family) {
      return family;
    }
    await service.migrations.untilSettled();
    return await handle(family, request, service);
  };
}

function forMigration(handle: HandlerFor<MigrationView>): Handler {
  return forFamily((family, request, service) => {
    const id = request.parameters['migration_id'] ?? '';
    const view = /^\d{1,15}$/.test(id) ? service.migrations.find(Number(id), family) : undefined;
    return view === undefined ? notFound() : handle(view, request, service);
  });
}

/** The caller's own migrations, or those of an organization that the caller owns. */
function familyOf({ parameters, caller }: ApiRequest, world: World): ErrorAnswer | MigrationFamily {
  const person = personOf(caller, world);
  if (person === undefined) {
    return notFound();
  }
  if (parameters['org'] === undefined) {
    return { type: 'User', login: person.login };
  }
  if (isOrganizationOwner(person.login, world)) {
    return { type: 'Organization', login: world.organization.login };
  }
  return isMember(person.login, world)
    ? apiError(403, 'You must be an owner of the organization to export it.')
    : notFound();
}

/** Clients send `exclude=repositories`, `exclude[]=repositories` or a list separated by commas. */
function showMigration(view: MigrationView, { url, context }: ApiRequest): JsonObject {
  const excluded = [...url.searchParams.getAll('exclude'), ...url.searchParams.getAll('exclude[]')];
  return migrationJson(view, context, !excluded.some((names) => names.split(',').includes('repositories')));
}

function migrationsPath(family: MigrationFamily): string {
  return family.type === 'User' ? '/user/migrations' : `/orgs/${family.login}/migrations`;
}

/** Specification 2.8. */
function migrationJson(view: MigrationView, context: JsonContext, hasRepositories: boolean): JsonObject {
  const { utcOffsetMinutes } = context.world;
  return {
    id: view.id,
    node_id: nodeIdOf('Migration', view.id),
    owner: accountJson(view.family.login, context),
    guid: view.guid,
    state: view.status.state,
    ...switchesJson(view, context),
    ...(hasRepositories
      ? { repositories: view.repositories.map((repository) => migratedRepositoryJson(repository, context)) }
      : {}),
    url: `${context.baseUrl}${migrationsPath(view.family)}/${view.id}`,
    created_at: formatWithOffset(view.startedAtMs, utcOffsetMinutes),
    updated_at: formatWithOffset(view.status.sinceMs, utcOffsetMinutes),
  };
}

/** The specification has four switches; the real service has three more. */
function switchesJson({ request }: MigrationView, { dialect }: JsonContext): JsonObject {
  const shown = dialect.name === 'service' ? SPECIFIED : [...SPECIFIED, ...UNSPECIFIED];
  return Object.fromEntries(shown.map((name) => [MIGRATION_SWITCHES[name], request[name] ?? false]));
}

const SPECIFIED = [
  'lockRepositories',
  'excludeAttachments',
  'excludeReleases',
  'excludeOwnerProjects',
] as const;
const UNSPECIFIED = ['excludeMetadata', 'excludeGitData', 'orgMetadataOnly'] as const;

function migrationRoutes(who: 'an-organization' | 'a-user', root: string, scope: string) {
  const page = who === 'a-user' ? '/migrations/users' : '/migrations/orgs';
  const whose = who.replace(/^an?-/, '');
  const inOrFor = who === 'a-user' ? 'for' : 'in';
  // Specification 4.5: app tokens and fine-grained tokens are refused, so permissions are irrelevant.
  const access = signedIn(TOKEN_KINDS_REFUSED_BY_MIGRATIONS, [scope]);
  return routeGroup({ root, page, access }, [
    ['POST', '', `start-${who}-migration`, startMigration, { makes: 'content' }],
    ['GET', '', `list-${whose}-migrations`, listMigrations],
    ['GET', '/{migration_id}', `get-${who}-migration-status`, getMigration],
    ['GET', '/{migration_id}/archive', `download-${who}-migration-archive`, getArchive],
    ['DELETE', '/{migration_id}/archive', `delete-${who}-migration-archive`, deleteArchive],
    ['DELETE', '/{migration_id}/repos/{repo_name}/lock', `unlock-${who}-repository`, unlockRepository],
    [
      'GET',
      '/{migration_id}/repositories',
      `list-repositories-${inOrFor}-${who}-migration`,
      listRepositories,
    ],
  ]);
}

/**
 * Specification 4.5 shows list, start and repositories of a user's migrations; the others, and those of organizations, are
 * the real service's.
 */
export const MIGRATION_ROUTES = [
  ...migrationRoutes('a-user', '/user/migrations', 'repo'),
  ...migrationRoutes('an-organization', '/orgs/{org}/migrations', 'admin:org'),
];
