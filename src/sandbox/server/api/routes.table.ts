import { listOrganizationRepositories, listOwnRepositories, showOwnAccount } from '../account-handlers.ts';
import {
  deleteArchive,
  getArchive,
  getMigration,
  listMigrationRepositories,
  listMigrations,
  startMigration,
  unlockRepository,
} from '../migrations/migration-handlers.ts';
import { listVersions, showRateLimit, showRoot } from '../service-handlers.ts';
import { ACCESS } from './access.table.ts';
import { notFound } from './api-error.ts';
import type { Route } from './route.ts';

/** Every endpoint of the API; one that is asked for and is not here gets `UNKNOWN_ROUTE`. */
export const ROUTES: readonly Route[] = [
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
];

/** Stands in where no endpoint matches: a missing page costs a request, like any other. */
export const UNKNOWN_ROUTE: Route = {
  method: 'GET',
  path: '',
  documentation: '',
  access: ACCESS.everyone,
  handle: notFound,
};
