import type { Client } from '../client/create-client.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import type { MigrationOwner } from '../model/migrations.ts';
import { type Account, checkTokenAtService, getAccount, listVersions, type TokenCheck } from './account.ts';
import { type Alerts, createAlerts } from './alerts.ts';
import { type Budgets, createBudgets } from './budgets.ts';
import { createEvents, type Events } from './events.ts';
import { createMigrations, type Migrations } from './migrations.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { getRateLimit, type ResourceLimit } from './rate-limit.ts';
import { createRepositories, type Repositories } from './repositories.ts';

/** The endpoints that programs are offered, of one service with one token. */
export interface Endpoints {
  readonly alerts: Alerts;
  readonly events: Events;
  readonly notifications: Notifications;
  readonly repositories: Repositories;
  budgetsOf(org: string): Budgets;
  migrationsOf(owner: MigrationOwner): Migrations;
  /** The owner of the token; fails with `unauthorized` if the token is not valid. */
  getAccount(options?: CallOptions): Promise<Account>;
  /** The owner of the token, its scopes and expiry, and the clock skew. */
  checkToken(options?: CallOptions): Promise<TokenCheck>;
  /** The remaining limits; undefined if the service has none. */
  getRateLimit(options?: CallOptions): Promise<readonly ResourceLimit[] | undefined>;
  /** API versions that the service supports; undefined if it does not say. */
  listVersions(options?: CallOptions): Promise<readonly string[] | undefined>;
}

/** Opens all endpoints of a client. Sends nothing yet. */
export function openEndpoints(client: Client): Endpoints {
  return {
    alerts: createAlerts(client),
    events: createEvents(client),
    notifications: createNotifications(client),
    repositories: createRepositories(client),
    budgetsOf: (org) => createBudgets(client, org),
    migrationsOf: (owner) => createMigrations(client, owner),
    getAccount: (options) => getAccount(withSignal(client, options)),
    checkToken: (options) => checkTokenAtService(withSignal(client, options)),
    getRateLimit: (options) => getRateLimit(withSignal(client, options)),
    listVersions: (options) => listVersions(withSignal(client, options)),
  };
}
