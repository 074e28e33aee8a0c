import { TOKEN_KINDS_REFUSED_BY_MIGRATIONS } from '../../../model/index.ts';
import {
  listOrganizationRepositories,
  listOwnRepositories,
  showOrganization,
  showOwnAccount,
  showRepository,
  showUser,
} from '../account-handlers.ts';
import {
  listNetworkEvents,
  listOrganizationDashboard,
  listOrganizationEvents,
  listPublicEvents,
  listPublicReceivedEvents,
  listPublicUserEvents,
  listReceivedEvents,
  listRepositoryEvents,
  listUserEvents,
} from '../activity/event-handlers.ts';
import {
  getAlert,
  listEnterpriseAlerts,
  listOrganizationAlerts,
  listRepositoryAlerts,
  updateAlert,
} from '../alerts/alert-handlers.ts';
import {
  createBudget,
  deleteBudget,
  getBudget,
  listBudgets,
  updateBudget,
} from '../budgets/budget-handlers.ts';
import {
  deleteArchive,
  getArchive,
  getMigration,
  listMigrationRepositories,
  listMigrations,
  startMigration,
  unlockRepository,
} from '../migrations/migration-handlers.ts';
import {
  deleteThreadSubscription,
  getThread,
  getThreadSubscription,
  listNotifications,
  listRepositoryNotifications,
  markNotificationsRead,
  markRepositoryNotificationsRead,
  markThreadDone,
  markThreadRead,
  setThreadSubscription,
} from '../notifications/notification-handlers.ts';
import { issueAccessToken, listVersions, showRateLimit, showRoot } from '../service-handlers.ts';
import { listIssues, listPullRequests } from '../thread-handlers.ts';
import { notFound } from './answer.ts';
import { NO_PERMISSION_NEEDED } from './caller.ts';
import type { Access, Handler, Route } from './route.ts';

/** Kinds that budgets, alerts and notifications refuse (specification 4.1, 4.2 and 4.4, to the letter). */
const ALL_BUT_PERMITTED = ['classic', 'oauth', 'workflow'] as const;
const FINE_GRAINED_AND_APPS = ['fine_grained', 'app_user', 'app_installation', 'workflow'] as const;
const ALL_BUT_CLASSIC = [...FINE_GRAINED_AND_APPS, 'oauth'] as const;

/** Kinds that act for no account. */
const ACCOUNTLESS = ['app_installation', 'workflow'] as const;

type Kinds = Access['refusedKinds'];

/** Open to everybody; a token without scopes needs the permissions for what is private. */
function everybody(permissions: string, scopes: readonly string[] = []): Access {
  return { isPublic: true, refusedKinds: [], scopes, permissions };
}

function signedIn(refusedKinds: Kinds, scopes: readonly string[], permissions = ''): Access {
  return { isPublic: false, refusedKinds, scopes, permissions };
}

/** Who may call what, by the name that the table of routes uses. */
const ACCESS = {
  everyone: everybody(NO_PERMISSION_NEEDED),
  account: signedIn(ACCOUNTLESS, [], NO_PERMISSION_NEEDED),
  repositories: signedIn(ACCOUNTLESS, ['repo'], 'metadata=read'),
  organizationRepositories: everybody('metadata=read', ['repo']),
  repositoryThreads: everybody('issues=read', ['repo']),
  /** Specification 4.5: app tokens and fine-grained tokens are refused, so that no permission helps. */
  migrations: signedIn(TOKEN_KINDS_REFUSED_BY_MIGRATIONS, ['repo']),
  organizationMigrations: signedIn(TOKEN_KINDS_REFUSED_BY_MIGRATIONS, ['admin:org']),
  /** Specification 4.1: three kinds of token are allowed, all with the Administration permission. */
  readBudgets: signedIn(ALL_BUT_PERMITTED, [], 'organization_administration=read'),
  writeBudgets: signedIn(ALL_BUT_PERMITTED, [], 'organization_administration=write'),
  /** Specification 4.2: fine-grained and app tokens are refused. */
  enterpriseAlerts: signedIn(FINE_GRAINED_AND_APPS, ['repo', 'security_events']),
  readAlerts: signedIn(['workflow'], ['security_events', 'public_repo'], 'vulnerability_alerts=read'),
  writeAlerts: signedIn(['workflow'], ['security_events', 'public_repo'], 'vulnerability_alerts=write'),
  /** Specification 4.3: no permission is needed for public events. */
  repositoryEvents: everybody('metadata=read'),
  userEvents: everybody(`${NO_PERMISSION_NEEDED}; events=read`),
  dashboard: signedIn(ACCOUNTLESS, [], 'organization_events=read'),
  /** Specification 4.4: only classic tokens. */
  notifications: signedIn(ALL_BUT_CLASSIC, ['notifications', 'repo']),
} as const satisfies Record<string, Access>;

type Row = readonly [method: Route['method'], path: string, anchor: string, handle: Handler];

/** What the endpoints of a group have in common: the beginning of their paths, and the page that documents them. */
type Group = Omit<Route, 'documentation' | 'handle' | 'method' | 'path'> & {
  readonly root: string;
  readonly page: string;
};

function group({ root, page, ...common }: Group, rows: readonly Row[]): readonly Route[] {
  return rows.map(([method, path, anchor, handle]) => ({
    ...common,
    method,
    path: `${root}${path}`,
    documentation: `${page}#${anchor}`,
    handle,
  }));
}

const BUDGETS = { root: '/organizations/{org}/settings/billing/budgets', page: '/billing/budgets' };
const ALERTS = { root: '', page: '/depmonitor/alerts', hasSimpleErrors: true };
const EVENTS = { root: '', page: '/activity/events' };
const NOTIFICATIONS = { root: '', page: '/activity/notifications', access: ACCESS.notifications };
const USER_MIGRATIONS = { root: '/user/migrations', page: '/migrations/users', access: ACCESS.migrations };
const ORGANIZATION_MIGRATIONS = {
  root: '/orgs/{org}/migrations',
  page: '/migrations/orgs',
  access: ACCESS.organizationMigrations,
};

/** Every endpoint of the API; a request that matches none gets `UNKNOWN_ROUTE`. */
export const ROUTES: readonly Route[] = [
  // Specification 4.1.
  ...group({ ...BUDGETS, access: ACCESS.readBudgets }, [
    ['GET', '', 'get-all-budgets-for-an-organization', listBudgets],
    ['GET', '/{budget_id}', 'get-a-budget-by-id-for-an-organization', getBudget],
  ]),
  ...group({ ...BUDGETS, access: ACCESS.writeBudgets, makes: 'content' }, [
    ['POST', '', 'create-a-budget-for-an-organization', createBudget],
  ]),
  ...group({ ...BUDGETS, access: ACCESS.writeBudgets }, [
    ['PATCH', '/{budget_id}', 'update-a-budget-for-an-organization', updateBudget],
    ['DELETE', '/{budget_id}', 'delete-a-budget-for-an-organization', deleteBudget],
  ]),
  // Specification 4.2. It does not show the list and the one alert of a repository; they are as the real service has them.
  ...group({ ...ALERTS, root: '/enterprises/{enterprise}', access: ACCESS.enterpriseAlerts }, [
    ['GET', '/depmonitor/alerts', 'list-depmonitor-alerts-for-an-enterprise', listEnterpriseAlerts],
  ]),
  ...group({ ...ALERTS, root: '/orgs/{org}', access: ACCESS.readAlerts }, [
    ['GET', '/depmonitor/alerts', 'list-depmonitor-alerts-for-an-organization', listOrganizationAlerts],
  ]),
  ...group({ ...ALERTS, root: '/repos/{owner}/{repo}', access: ACCESS.readAlerts }, [
    ['GET', '/depmonitor/alerts', 'list-depmonitor-alerts-for-a-repository', listRepositoryAlerts],
    ['GET', '/depmonitor/alerts/{alert_number}', 'get-a-depmonitor-alert', getAlert],
  ]),
  ...group({ ...ALERTS, root: '/repos/{owner}/{repo}', access: ACCESS.writeAlerts }, [
    ['PATCH', '/depmonitor/alerts/{alert_number}', 'update-a-depmonitor-alert', updateAlert],
  ]),
  // Specification 4.3.
  ...group({ ...EVENTS, access: ACCESS.everyone }, [
    ['GET', '/events', 'list-public-events', listPublicEvents],
    [
      'GET',
      '/networks/{owner}/{repo}/events',
      'list-public-events-for-a-network-of-repositories',
      listNetworkEvents,
    ],
    ['GET', '/orgs/{org}/events', 'list-public-organization-events', listOrganizationEvents],
  ]),
  ...group({ ...EVENTS, access: ACCESS.repositoryEvents }, [
    ['GET', '/repos/{owner}/{repo}/events', 'list-repository-events', listRepositoryEvents],
  ]),
  ...group({ ...EVENTS, root: '/users/{username}', access: ACCESS.userEvents }, [
    ['GET', '/events', 'list-events-for-the-authenticated-user', listUserEvents],
    ['GET', '/received_events', 'list-events-received-by-the-authenticated-user', listReceivedEvents],
  ]),
  ...group({ ...EVENTS, root: '/users/{username}', access: ACCESS.everyone }, [
    ['GET', '/events/public', 'list-public-events-for-a-user', listPublicUserEvents],
    ['GET', '/received_events/public', 'list-public-events-received-by-a-user', listPublicReceivedEvents],
  ]),
  ...group({ ...EVENTS, root: '/users/{username}/events', access: ACCESS.dashboard }, [
    ['GET', '/orgs/{org}', 'list-organization-events-for-the-authenticated-user', listOrganizationDashboard],
  ]),
  // Specification 4.4; marking those of one repository is as the real service has it.
  ...group({ ...NOTIFICATIONS, root: '/notifications' }, [
    ['GET', '', 'list-notifications-for-the-authenticated-user', listNotifications],
    ['PUT', '', 'mark-notifications-as-read', markNotificationsRead],
  ]),
  ...group({ ...NOTIFICATIONS, root: '/notifications/threads/{thread_id}' }, [
    ['GET', '', 'get-a-thread', getThread],
    ['PATCH', '', 'mark-a-thread-as-read', markThreadRead],
    ['DELETE', '', 'mark-a-thread-as-done', markThreadDone],
    ['GET', '/subscription', 'get-a-thread-subscription-for-the-authenticated-user', getThreadSubscription],
    ['PUT', '/subscription', 'set-a-thread-subscription', setThreadSubscription],
    ['DELETE', '/subscription', 'delete-a-thread-subscription', deleteThreadSubscription],
  ]),
  ...group({ ...NOTIFICATIONS, root: '/repos/{owner}/{repo}/notifications' }, [
    ['GET', '', 'list-repository-notifications-for-the-authenticated-user', listRepositoryNotifications],
    ['PUT', '', 'mark-repository-notifications-as-read', markRepositoryNotificationsRead],
  ]),
  // Specification 4.5. It shows list, start and repositories; the rest is as the real service has it.
  ...group({ ...USER_MIGRATIONS, makes: 'content' }, [
    ['POST', '', 'start-a-user-migration', startMigration],
  ]),
  ...group(USER_MIGRATIONS, [
    ['GET', '', 'list-user-migrations', listMigrations],
    ['GET', '/{migration_id}', 'get-a-user-migration-status', getMigration],
    ['GET', '/{migration_id}/archive', 'download-a-user-migration-archive', getArchive],
    ['DELETE', '/{migration_id}/archive', 'delete-a-user-migration-archive', deleteArchive],
    ['DELETE', '/{migration_id}/repos/{repo_name}/lock', 'unlock-a-user-repository', unlockRepository],
    [
      'GET',
      '/{migration_id}/repositories',
      'list-repositories-for-a-user-migration',
      listMigrationRepositories,
    ],
  ]),
  // The same for organizations: not in the specification, as the real service has it.
  ...group({ ...ORGANIZATION_MIGRATIONS, makes: 'content' }, [
    ['POST', '', 'start-an-organization-migration', startMigration],
  ]),
  ...group(ORGANIZATION_MIGRATIONS, [
    ['GET', '', 'list-organization-migrations', listMigrations],
    ['GET', '/{migration_id}', 'get-an-organization-migration-status', getMigration],
    ['GET', '/{migration_id}/archive', 'download-an-organization-migration-archive', getArchive],
    ['DELETE', '/{migration_id}/archive', 'delete-an-organization-migration-archive', deleteArchive],
    [
      'DELETE',
      '/{migration_id}/repos/{repo_name}/lock',
      'unlock-an-organization-repository',
      unlockRepository,
    ],
    [
      'GET',
      '/{migration_id}/repositories',
      'list-repositories-in-an-organization-migration',
      listMigrationRepositories,
    ],
  ]),
  // Specification 4.6.
  ...group({ root: '/rate_limit', page: '/rate-limit/rate-limit', access: ACCESS.everyone, isFree: true }, [
    ['GET', '', 'get-rate-limit-status-for-the-authenticated-user', showRateLimit],
  ]),
  // Additions: what a client needs to recognise the service and to know what there is to export.
  ...group({ root: '', page: '/meta/meta', access: ACCESS.everyone }, [
    ['GET', '/', 'api-root', showRoot],
    ['GET', '/versions', 'get-all-api-versions', listVersions],
  ]),
  ...group({ root: '', page: '/users/users', access: ACCESS.account }, [
    ['GET', '/user', 'get-the-authenticated-user', showOwnAccount],
  ]),
  ...group({ root: '', page: '/users/users', access: ACCESS.everyone }, [
    ['GET', '/users/{username}', 'get-a-user', showUser],
  ]),
  ...group({ root: '', page: '/orgs/orgs', access: ACCESS.everyone }, [
    ['GET', '/orgs/{org}', 'get-an-organization', showOrganization],
  ]),
  ...group({ root: '', page: '/repos/repos', access: ACCESS.repositories }, [
    ['GET', '/user/repos', 'list-repositories-for-the-authenticated-user', listOwnRepositories],
  ]),
  ...group({ root: '', page: '/repos/repos', access: ACCESS.organizationRepositories }, [
    ['GET', '/repos/{owner}/{repo}', 'get-a-repository', showRepository],
    ['GET', '/orgs/{org}/repos', 'list-organization-repositories', listOrganizationRepositories],
  ]),
  ...group({ root: '/repos/{owner}/{repo}', page: '/issues/issues', access: ACCESS.repositoryThreads }, [
    ['GET', '/issues', 'list-repository-issues', listIssues],
  ]),
  ...group({ root: '/repos/{owner}/{repo}', page: '/pulls/pulls', access: ACCESS.repositoryThreads }, [
    ['GET', '/pulls', 'list-pull-requests', listPullRequests],
  ]),
  // Specification 8.2 limits requests for tokens, and does not show them.
  {
    method: 'POST',
    path: '/login/oauth/access_token',
    documentation: '/apps/oauth-apps/authorizing-oauth-apps',
    access: ACCESS.everyone,
    handle: issueAccessToken,
    isFree: true,
    makes: 'token',
  },
];

/** Stands in where no endpoint matches: a missing page costs a request, like any other. */
export const UNKNOWN_ROUTE: Route = {
  method: 'GET',
  path: '',
  documentation: '',
  access: ACCESS.everyone,
  handle: notFound,
};

/** What OPTIONS gets at every path: browsers ask it before they send anything else. */
export const OPTIONS_ROUTE: Route = {
  method: 'OPTIONS',
  path: '',
  documentation: '',
  access: ACCESS.everyone,
  handle: () => ({
    type: 'empty',
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match',
    },
  }),
};
