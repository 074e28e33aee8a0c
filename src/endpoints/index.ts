/**
 * The endpoints of the service: the account, its repositories, user and organization migrations, budgets, alerts,
 * events, notifications, gists, stars, rate limits, versions. Responses are validated with the schemas in
 * `schemas/answers`. Migrations and repositories have the field names of the model, all others those of the service.
 */

export type { DownloadAnswer as ArchiveAnswer, DownloadContent as ArchiveContent } from '../client/index.ts';
export { type Account, getAccount, listVersions, type TokenCheck } from './account.ts';
export { type AlertChange, DISMISSAL_REASONS } from './alert-change.ts';
export { ALERT_FILTERS, type AlertFilterName, type AlertFilters } from './alert-filters.table.ts';
export { type AlertPlace, type Alerts, createAlerts } from './alerts.ts';
export type {
  AlertJson,
  BudgetJson,
  EventJson,
  GistJson,
  NotificationJson,
  StarJson,
  SubscriptionJson,
} from './answer-types.ts';
export { BUDGET_SCOPES, BUDGET_TYPES, type BudgetDraft } from './budget-rules.table.ts';
export { type Budgets, createBudgets } from './budgets.ts';
export { createEvents, type Events, type FeedAddress } from './events.ts';
export { FEEDS, type FeedName } from './feeds.table.ts';
export { fitsRequest, statesSwitches } from './fits-request.ts';
export { listGists, listStars } from './gists-and-stars.ts';
export type { MarkOutcome } from './mark-all-read.ts';
export { listMemberships } from './memberships.ts';
export { createMigrations, type Migrations } from './migrations.ts';
export { createNotifications, type Notifications } from './notifications.ts';
export { type Endpoints, openEndpoints } from './open-endpoints.ts';
export { getRateLimit, type ResourceLimit } from './rate-limit.ts';
export { createRepositories, type Repositories, type RepositorySummary } from './repositories.ts';
export type { StartedMigration } from './start-migration.ts';
