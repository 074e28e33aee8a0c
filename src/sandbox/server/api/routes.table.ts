import { listOrganizationRepositories, listOwnRepositories, showOwnAccount } from '../account-handlers.ts';
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
import { issueAccessToken } from '../oauth-handlers.ts';
import { listVersions, showRateLimit, showRoot } from '../service-handlers.ts';
import { listIssues, listPullRequests } from '../thread-handlers.ts';
import { ACCESS } from './access.table.ts';
import { notFound } from './api-error.ts';
import type { Route } from './route.ts';

/** Every endpoint of the API; one that is asked for and is not here gets `UNKNOWN_ROUTE`. */
export const ROUTES: readonly Route[] = [
  // Specification 4.1.
  {
    method: 'GET',
    path: '/organizations/{org}/settings/billing/budgets',
    documentation: '/billing/budgets#get-all-budgets-for-an-organization',
    access: ACCESS.readBudgets,
    handle: listBudgets,
  },
  {
    method: 'POST',
    path: '/organizations/{org}/settings/billing/budgets',
    documentation: '/billing/budgets#create-a-budget-for-an-organization',
    access: ACCESS.writeBudgets,
    handle: createBudget,
    makes: 'content',
  },
  {
    method: 'GET',
    path: '/organizations/{org}/settings/billing/budgets/{budget_id}',
    documentation: '/billing/budgets#get-a-budget-by-id-for-an-organization',
    access: ACCESS.readBudgets,
    handle: getBudget,
  },
  {
    method: 'PATCH',
    path: '/organizations/{org}/settings/billing/budgets/{budget_id}',
    documentation: '/billing/budgets#update-a-budget-for-an-organization',
    access: ACCESS.writeBudgets,
    handle: updateBudget,
  },
  {
    method: 'DELETE',
    path: '/organizations/{org}/settings/billing/budgets/{budget_id}',
    documentation: '/billing/budgets#delete-a-budget-for-an-organization',
    access: ACCESS.writeBudgets,
    handle: deleteBudget,
  },
  // Specification 4.2. It does not show the list and the one alert of a repository; they are as the real service has them.
  {
    method: 'GET',
    path: '/enterprises/{enterprise}/depmonitor/alerts',
    documentation: '/depmonitor/alerts#list-depmonitor-alerts-for-an-enterprise',
    access: ACCESS.enterpriseAlerts,
    handle: listEnterpriseAlerts,
  },
  {
    method: 'GET',
    path: '/orgs/{org}/depmonitor/alerts',
    documentation: '/depmonitor/alerts#list-depmonitor-alerts-for-an-organization',
    access: ACCESS.readAlerts,
    handle: listOrganizationAlerts,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/depmonitor/alerts',
    documentation: '/depmonitor/alerts#list-depmonitor-alerts-for-a-repository',
    access: ACCESS.readAlerts,
    handle: listRepositoryAlerts,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/depmonitor/alerts/{alert_number}',
    documentation: '/depmonitor/alerts#get-a-depmonitor-alert',
    access: ACCESS.readAlerts,
    handle: getAlert,
  },
  {
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/depmonitor/alerts/{alert_number}',
    documentation: '/depmonitor/alerts#update-a-depmonitor-alert',
    access: ACCESS.writeAlerts,
    handle: updateAlert,
  },
  // Specification 4.3.
  {
    method: 'GET',
    path: '/events',
    documentation: '/activity/events#list-public-events',
    access: ACCESS.everyone,
    handle: listPublicEvents,
  },
  {
    method: 'GET',
    path: '/networks/{owner}/{repo}/events',
    documentation: '/activity/events#list-public-events-for-a-network-of-repositories',
    access: ACCESS.everyone,
    handle: listNetworkEvents,
  },
  {
    method: 'GET',
    path: '/orgs/{org}/events',
    documentation: '/activity/events#list-public-organization-events',
    access: ACCESS.everyone,
    handle: listOrganizationEvents,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/events',
    documentation: '/activity/events#list-repository-events',
    access: ACCESS.repositoryEvents,
    handle: listRepositoryEvents,
  },
  {
    method: 'GET',
    path: '/users/{username}/events',
    documentation: '/activity/events#list-events-for-the-authenticated-user',
    access: ACCESS.userEvents,
    handle: listUserEvents,
  },
  {
    method: 'GET',
    path: '/users/{username}/events/orgs/{org}',
    documentation: '/activity/events#list-organization-events-for-the-authenticated-user',
    access: ACCESS.dashboard,
    handle: listOrganizationDashboard,
  },
  {
    method: 'GET',
    path: '/users/{username}/events/public',
    documentation: '/activity/events#list-public-events-for-a-user',
    access: ACCESS.everyone,
    handle: listPublicUserEvents,
  },
  {
    method: 'GET',
    path: '/users/{username}/received_events',
    documentation: '/activity/events#list-events-received-by-the-authenticated-user',
    access: ACCESS.userEvents,
    handle: listReceivedEvents,
  },
  {
    method: 'GET',
    path: '/users/{username}/received_events/public',
    documentation: '/activity/events#list-public-events-received-by-a-user',
    access: ACCESS.everyone,
    handle: listPublicReceivedEvents,
  },
  // Specification 4.4; marking those of one repository is as the real service has it.
  {
    method: 'GET',
    path: '/notifications',
    documentation: '/activity/notifications#list-notifications-for-the-authenticated-user',
    access: ACCESS.notifications,
    handle: listNotifications,
  },
  {
    method: 'PUT',
    path: '/notifications',
    documentation: '/activity/notifications#mark-notifications-as-read',
    access: ACCESS.notifications,
    handle: markNotificationsRead,
  },
  {
    method: 'GET',
    path: '/notifications/threads/{thread_id}',
    documentation: '/activity/notifications#get-a-thread',
    access: ACCESS.notifications,
    handle: getThread,
  },
  {
    method: 'PATCH',
    path: '/notifications/threads/{thread_id}',
    documentation: '/activity/notifications#mark-a-thread-as-read',
    access: ACCESS.notifications,
    handle: markThreadRead,
  },
  {
    method: 'DELETE',
    path: '/notifications/threads/{thread_id}',
    documentation: '/activity/notifications#mark-a-thread-as-done',
    access: ACCESS.notifications,
    handle: markThreadDone,
  },
  {
    method: 'GET',
    path: '/notifications/threads/{thread_id}/subscription',
    documentation: '/activity/notifications#get-a-thread-subscription-for-the-authenticated-user',
    access: ACCESS.notifications,
    handle: getThreadSubscription,
  },
  {
    method: 'PUT',
    path: '/notifications/threads/{thread_id}/subscription',
    documentation: '/activity/notifications#set-a-thread-subscription',
    access: ACCESS.notifications,
    handle: setThreadSubscription,
  },
  {
    method: 'DELETE',
    path: '/notifications/threads/{thread_id}/subscription',
    documentation: '/activity/notifications#delete-a-thread-subscription',
    access: ACCESS.notifications,
    handle: deleteThreadSubscription,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/notifications',
    documentation: '/activity/notifications#list-repository-notifications-for-the-authenticated-user',
    access: ACCESS.notifications,
    handle: listRepositoryNotifications,
  },
  {
    method: 'PUT',
    path: '/repos/{owner}/{repo}/notifications',
    documentation: '/activity/notifications#mark-repository-notifications-as-read',
    access: ACCESS.notifications,
    handle: markRepositoryNotificationsRead,
  },
  // Specification 4.5. It shows list, start and repositories; the rest is as the real service has it.
  {
    method: 'GET',
    path: '/user/migrations',
    documentation: '/migrations/users#list-user-migrations',
    access: ACCESS.migrations,
    handle: listMigrations,
  },
  {
    method: 'POST',
    path: '/user/migrations',
    documentation: '/migrations/users#start-a-user-migration',
    access: ACCESS.migrations,
    handle: startMigration,
    makes: 'content',
  },
  {
    method: 'GET',
    path: '/user/migrations/{migration_id}',
    documentation: '/migrations/users#get-a-user-migration-status',
    access: ACCESS.migrations,
    handle: getMigration,
  },
  {
    method: 'GET',
    path: '/user/migrations/{migration_id}/archive',
    documentation: '/migrations/users#download-a-user-migration-archive',
    access: ACCESS.migrations,
    handle: getArchive,
  },
  {
    method: 'DELETE',
    path: '/user/migrations/{migration_id}/archive',
    documentation: '/migrations/users#delete-a-user-migration-archive',
    access: ACCESS.migrations,
    handle: deleteArchive,
  },
  {
    method: 'DELETE',
    path: '/user/migrations/{migration_id}/repos/{repo_name}/lock',
    documentation: '/migrations/users#unlock-a-user-repository',
    access: ACCESS.migrations,
    handle: unlockRepository,
  },
  {
    method: 'GET',
    path: '/user/migrations/{migration_id}/repositories',
    documentation: '/migrations/users#list-repositories-for-a-user-migration',
    access: ACCESS.migrations,
    handle: listMigrationRepositories,
  },
  // The same for organizations: not in the specification, as the real service has it.
  {
    method: 'GET',
    path: '/orgs/{org}/migrations',
    documentation: '/migrations/orgs#list-organization-migrations',
    access: ACCESS.organizationMigrations,
    handle: listMigrations,
  },
  {
    method: 'POST',
    path: '/orgs/{org}/migrations',
    documentation: '/migrations/orgs#start-an-organization-migration',
    access: ACCESS.organizationMigrations,
    handle: startMigration,
    makes: 'content',
  },
  {
    method: 'GET',
    path: '/orgs/{org}/migrations/{migration_id}',
    documentation: '/migrations/orgs#get-an-organization-migration-status',
    access: ACCESS.organizationMigrations,
    handle: getMigration,
  },
  {
    method: 'GET',
    path: '/orgs/{org}/migrations/{migration_id}/archive',
    documentation: '/migrations/orgs#download-an-organization-migration-archive',
    access: ACCESS.organizationMigrations,
    handle: getArchive,
  },
  {
    method: 'DELETE',
    path: '/orgs/{org}/migrations/{migration_id}/archive',
    documentation: '/migrations/orgs#delete-an-organization-migration-archive',
    access: ACCESS.organizationMigrations,
    handle: deleteArchive,
  },
  {
    method: 'DELETE',
    path: '/orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock',
    documentation: '/migrations/orgs#unlock-an-organization-repository',
    access: ACCESS.organizationMigrations,
    handle: unlockRepository,
  },
  {
    method: 'GET',
    path: '/orgs/{org}/migrations/{migration_id}/repositories',
    documentation: '/migrations/orgs#list-repositories-in-an-organization-migration',
    access: ACCESS.organizationMigrations,
    handle: listMigrationRepositories,
  },
  // Specification 4.6.
  {
    method: 'GET',
    path: '/rate_limit',
    documentation: '/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user',
    access: ACCESS.everyone,
    handle: showRateLimit,
    isFree: true,
  },
  // Additions: what a client needs to recognise the service and to know what there is to export.
  {
    method: 'GET',
    path: '/',
    documentation: '/meta/meta#api-root',
    access: ACCESS.everyone,
    handle: showRoot,
  },
  {
    method: 'GET',
    path: '/versions',
    documentation: '/meta/meta#get-all-api-versions',
    access: ACCESS.everyone,
    handle: listVersions,
  },
  {
    method: 'GET',
    path: '/user',
    documentation: '/users/users#get-the-authenticated-user',
    access: ACCESS.account,
    handle: showOwnAccount,
  },
  {
    method: 'GET',
    path: '/user/repos',
    documentation: '/repos/repos#list-repositories-for-the-authenticated-user',
    access: ACCESS.repositories,
    handle: listOwnRepositories,
  },
  {
    method: 'GET',
    path: '/orgs/{org}/repos',
    documentation: '/repos/repos#list-organization-repositories',
    access: ACCESS.organizationRepositories,
    handle: listOrganizationRepositories,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    documentation: '/issues/issues#list-repository-issues',
    access: ACCESS.repositoryThreads,
    handle: listIssues,
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/pulls',
    documentation: '/pulls/pulls#list-pull-requests',
    access: ACCESS.repositoryThreads,
    handle: listPullRequests,
  },
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
