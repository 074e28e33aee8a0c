/**
 * Satchel as a library: back up, on a schedule too; read and verify archives, extract from them, load them into a store,
 * query it, and run the sandbox.
 */

export type { BackupSettings } from './app/backup-settings.ts';
export { loadJobs } from './app/configuration.ts';
export type { AppContext, Report } from './app/context.ts';
export { type ExtractOptions, type ExtractReport, extract } from './app/extract.ts';
export { type KeepScheduleSettings, keepSchedule } from './app/keep-schedule.ts';
export { type PerformedBackup, performBackup } from './app/perform-backup.ts';
export { runJob, type ScheduleSettings } from './app/run-job.ts';
export type { ArchiveEntry, ArchiveEvent, ContainerSummary } from './archive/archive-event.ts';
export { type ArchiveSource, archiveSourceFromStream, openArchiveSource } from './archive/archive-source.ts';
export { checkContainer } from './archive/check-container.ts';
export { createInspection, type InspectReport } from './archive/inspection.ts';
export { type ReadArchiveOptions, readArchive } from './archive/read-archive.ts';
export { createVerification, type VerifyReport } from './archive/verification.ts';
export type { BackupOptions, BackupService } from './backup/backup-options.ts';
export type { BackupReport } from './backup/backup-report.ts';
export { runBackup } from './backup/run-backup.ts';
export { type RepositoryVerdict, selectRepositories } from './backup/select-repositories.ts';
export { createDrivenClock, createSystemClock } from './base/clock.ts';
export { createSystemRandom } from './base/random.ts';
export { createClient } from './client/create-client.ts';
export { getAccount } from './endpoints/account.ts';
export { createMigrations } from './endpoints/migrations.ts';
export { type Endpoints, openEndpoints } from './endpoints/open-endpoints.ts';
export { createRepositories } from './endpoints/repositories.ts';
export { downloadArchive } from './export/download-archive.ts';
export { startMigration } from './export/start-migration.ts';
export { waitForMigration } from './export/wait-for-migration.ts';
export { loadArchive } from './load/load-archive.ts';
export { loadArchiveSource } from './load/load-archive-source.ts';
export type { RepositorySelection } from './model/backup-request.ts';
export { dialectOf } from './model/dialect.ts';
export { DIALECTS } from './model/dialects.table.ts';
export { FINDINGS } from './model/findings.table.ts';
export type { Finding } from './model/findings.ts';
export { RECORD_KINDS } from './model/record-kinds.table.ts';
export { runGuardedQuery } from './reading/run-guarded-query.ts';
export { SAVED_QUERIES } from './reading/saved-queries.ts';
export { startSandbox } from './sandbox/start-sandbox.ts';
export type { RunRecord } from './schedule/scheduled-job.ts';
export { searchStore } from './search/search-store.ts';
export { documentSchema } from './store/schema-documentation.ts';
export { openStore, type Store } from './store/store.ts';
export { openVault, type Vault } from './vault/vault.ts';
