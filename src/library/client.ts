/** The service: its endpoints, exports and downloads, and what tokens may do there. Imported as `satchel/client`. */

export type { Clock, DrivenClock } from '../base/clock.ts';
export { createDrivenClock, createSystemClock } from '../base/clock.ts';
export type { AnyFailure, FailureOptions, Hints } from '../base/failure.ts';
export type { JsonObject, JsonValue, Open } from '../base/json.ts';
export type { Random } from '../base/random.ts';
export type { Violation } from '../base/schema-compiler.ts';
export type { Environment } from '../base/user-directories.ts';
export type { DownloadAnswer, DownloadContent } from '../client/download-answer.ts';
export type { AppKey } from '../client/identity/app-installation.ts';
export type { Timeouts } from '../client/network/dispatcher.ts';
export type { RequestTrace } from '../client/network/transport.ts';
export type { Network, Proxies } from '../client/network.ts';
export type {
  ApiCall,
  ApiMethod,
  ApiResponse,
  CallBasics,
  KnownAnswer,
  Polling,
} from '../client/send.ts';
export type { CallOptions } from '../client/with-signal.ts';
export type { Account, TokenCheck } from '../endpoints/account.ts';
export type { AlertChange } from '../endpoints/alert-change.ts';
export type { AlertFilterName, AlertFilters, AlertPlaceType } from '../endpoints/alert-filters.table.ts';
export type { AlertPlace, Alerts } from '../endpoints/alerts.ts';
export type {
  AlertJson,
  AlertSeverity,
  AlertState,
  BudgetJson,
  EventJson,
  LoginJson,
  NotificationJson,
  NotificationReason,
  SubscriptionJson,
} from '../endpoints/answer-types.ts';
export type { BudgetDraft } from '../endpoints/budget-rules.table.ts';
export type { BudgetFilter, BudgetId, Budgets } from '../endpoints/budgets.ts';
export type { ThreadCounts } from '../endpoints/count-threads.ts';
export type { Events, FeedAddress, FeedOptions } from '../endpoints/events.ts';
export type { FeedName } from '../endpoints/feeds.table.ts';
export type { MarkOptions, MarkOutcome, NotificationFilter } from '../endpoints/mark-all-read.ts';
export type { MigrationView } from '../endpoints/migration-family.ts';
export type { ArchiveRange, Migrations } from '../endpoints/migrations.ts';
export type { Notifications, PollOptions } from '../endpoints/notifications.ts';
export type { Endpoints } from '../endpoints/open-endpoints.ts';
export type { ResourceLimit } from '../endpoints/rate-limit.ts';
export type { Affiliation, Repositories, RepositorySummary } from '../endpoints/repositories.ts';
export type { RepositoryIds, StartedMigration, UnclearStart } from '../endpoints/start-migration.ts';
export type { DownloadedArchive } from '../export/download-archive.ts';
export type { DialectName, TokenKind } from '../model/dialects.table.ts';
export type { ExitName, ExitRow } from '../model/exit-codes.table.ts';
export { EXIT_CODES } from '../model/exit-codes.table.ts';
export {
  type DetailsOf,
  Failure,
  type FailureConstructor,
  type FailureOf,
  type FailureParameters,
  type RecognisedBy,
} from '../model/failure.ts';
export type {
  AnswerDetails,
  ConnectionDetails,
  FailureDetails,
  HolderDetails,
} from '../model/failure-details.ts';
export type { FailureCode, FailureRow } from '../model/failures.table.ts';
export { FAILURES } from '../model/failures.table.ts';
export type {
  Migration,
  MigrationId,
  MigrationOwner,
  MigrationRequest,
  MigrationState,
  MigrationSwitch,
  RepositoryListing,
} from '../model/migrations.ts';
export type { NeedFilter, TokenNeed } from '../model/token-needs.ts';
export type {
  ListArguments,
  ListRoute,
  PageOptions,
  PlaceholderOf,
  QueryValues,
  RequestCall,
  Requests,
  RouteParameters,
} from './calls/client-requests.ts';
export type { ConnectionSettings } from './calls/connection.ts';
export {
  type Client,
  type ClientOptions,
  type ConnectionOptions,
  type CredentialOptions,
  createClient,
} from './calls/create-client.ts';
export type {
  DownloadOptions,
  ExportedArchive,
  ExportOptions,
  MigrationCall,
  WaitOptions,
} from './calls/export-archive.ts';
export { downloadArchive, exportArchive, waitForMigration } from './calls/export-archive.ts';
export type { ClientEvent, ExportEvent, NoteEvent, Report, ReportOf } from './calls/reported-events.ts';
export type {
  Progress,
  ProgressOptions,
  ReportOptions,
} from './calls/reports.ts';
export { findTokenNeeds, validateDocsConfig } from './calls/specification.ts';
export type { Surroundings } from './calls/surroundings.ts';
