import type { Client } from '../client/index.ts';
import type { MigrationOwner } from '../model/index.ts';
import { type Account, checkTokenAtService, getAccount, listVersions, type TokenCheck } from './account.ts';
import { type Alerts, createAlerts } from './alerts.ts';
import { type Budgets, createBudgets } from './budgets.ts';
import { createEvents, type Events } from './events.ts';
import { createMigrations, type Migrations } from './migrations.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { getRateLimit, type ResourceLimit } from './rate-limit.ts';
import { createRepositories, type Repositories } from './repositories.ts';

/** Everything that may be asked of one service with one token. */
export interface Endpoints {
  readonly alerts: Alerts;
  readonly events: Events;
  readonly notifications: Notifications;
  readonly repositories: Repositories;
  budgetsOf(org: string): Budgets;
  migrationsOf(owner: MigrationOwner): Migrations;
  /** Who the token is; fails with `unauthorized` for one that is not accepted. */
  getAccount(): Promise<Account>;
  /** Who the token is, its scopes and its end, and how far the clocks are apart. */
  checkToken(): Promise<TokenCheck>;
  /** What is left of the limits; undefined where the service has none. */
  getRateLimit(): Promise<readonly ResourceLimit[] | undefined>;
  /** Versions that the service supports; undefined where it does not tell. */
  listVersions(): Promise<readonly string[] | undefined>;
}

/** Opens all endpoints of a client at once. Nothing is sent yet. */
export function openEndpoints(client: Client): Endpoints {
  return {
    alerts: createAlerts(client),
    events: createEvents(client),
    notifications: createNotifications(client),
    repositories: createRepositories(client),
    budgetsOf: (org) => createBudgets(client, org),
    migrationsOf: (owner) => createMigrations(client, owner),
    getAccount: () => getAccount(client),
    checkToken: () => checkTokenAtService(client),
    getRateLimit: () => getRateLimit(client),
    listVersions: () => listVersions(client),
  };
}
