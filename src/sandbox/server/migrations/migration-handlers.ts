import type { JsonObject } from '../../../base/index.ts';
import { MIGRATION_SWITCHES, TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../../model/index.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import { isOrganization, type World } from '../../world/world.ts';
import { type Answer, apiError, type ErrorAnswer, json, notFound, validationFailed } from '../api/answer.ts';
import { pageAnswer } from '../api/pagination.ts';
import { type ApiRequest, type Handler, type Route, routeGroup, signedIn } from '../api/route.ts';
import { isMember, isOrganizationOwner, personOf } from '../api/sight.ts';
import { accountJson, type JsonContext, nodeIdOf } from '../json/account-json.ts';
import { migratedRepositoryJson } from '../json/repository-json.ts';
import type { Service } from '../service.ts';
import { type MigrationFamily, readMigrationOrder } from './migration-order.ts';
import type { MigrationView } from './migration-register.ts';

/**
 * Lists the migrations of a family, newest first. Only organizations' lists know `exclude`; a user's has whole
 * repositories whatever is asked for (specification 4.5).
 */
const listMigrations = forFamily((family, request, service) =>
  pageAnswer(service.migrations.list(family), request, {
    write: (view, context) =>
      family.type === 'User' ? migrationJson(view, context, true) : showMigration(view, request),
  }),
);

/** Starts a migration; its archive is written in the background from now on. */
const startMigration = forFamily((family, request, service) => {
  const { context } = request;
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
  const hasRepositories = order.request.exclude?.includes('repositories') !== true;
  return {
    type: 'json',
    status: 201,
    body: migrationJson(view, context, hasRepositories),
    headers: { location: `${context.baseUrl}${migrationsPath(family)}/${view.id}` },
  };
});

const getMigration = forMigration((view, request) => json(showMigration(view, request)));

/** Redirects to the archive. Before the export, after deletion and after seven days there is one answer: 404. */
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

/** Deletes the archive; the migration stays. */
const deleteArchive = forMigration(async (view, _request, { migrations }) => {
  if (view.archive === undefined) {
    return notFound();
  }
  await migrations.deleteArchive(view.id);
  return { type: 'empty', status: 204 };
});

/** Unlocks a repository. One that is not locked gives 404, as documented; the real service was also seen with 204. */
const unlockRepository = forMigration((view, { parameters }, { migrations }) => {
  const wasLocked = migrations.unlock(view.id, parameters['repo_name'] ?? '');
  return wasLocked ? { type: 'empty', status: 204 } : notFound();
});

const listMigrationRepositories = forMigration((view, request) =>
  pageAnswer(view.repositories, request, { write: migratedRepositoryJson }),
);

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
function showMigration(view: MigrationView, { url, context }: ApiRequest): JsonObject {
  const excluded = [...url.searchParams.getAll('exclude'), ...url.searchParams.getAll('exclude[]')];
  return migrationJson(view, context, !excluded.some((names) => names.split(',').includes('repositories')));
}

/** Address of a family's migrations, below the root of the API. */
function migrationsPath(family: MigrationFamily): string {
  return family.type === 'User' ? '/user/migrations' : `/orgs/${family.login}/migrations`;
}

/** Writes a migration (specification 2.8). */
function migrationJson(view: MigrationView, context: JsonContext, hasRepositories: boolean): JsonObject {
  const { utcOffsetMinutes } = context.world;
  return {
    id: view.id,
    node_id: nodeIdOf('Migration', view.id),
    owner: accountJson(view.family.login, context),
    guid: view.guid,
    state: view.standing.state,
    ...switchesJson(view, context),
    ...(hasRepositories
      ? { repositories: view.repositories.map((repository) => migratedRepositoryJson(repository, context)) }
      : {}),
    url: `${context.baseUrl}${migrationsPath(view.family)}/${view.id}`,
    created_at: formatWithOffset(view.startedAtMs, utcOffsetMinutes),
    updated_at: formatWithOffset(view.standing.sinceMs, utcOffsetMinutes),
  };
}

/** The specification names four switches; the real service shows three more. */
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

function migrationRoutes(who: 'an-organization' | 'a-user', root: string, scope: string): readonly Route[] {
  const page = who === 'a-user' ? '/migrations/users' : '/migrations/orgs';
  const whose = who.replace(/^an?-/, '');
  const inOrFor = who === 'a-user' ? 'for' : 'in';
  // Specification 4.5: app tokens and fine-grained tokens are refused, so that no permission helps.
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
      listMigrationRepositories,
    ],
  ]);
}

/**
 * Specification 4.5 shows list, start and repositories of a user's migrations; the rest, and the same for
 * organizations, is as the real service has it.
 */
export const MIGRATION_ROUTES: readonly Route[] = [
  ...migrationRoutes('a-user', '/user/migrations', 'repo'),
  ...migrationRoutes('an-organization', '/orgs/{org}/migrations', 'admin:org'),
];
