/**
 * Operations across domains, for commands and library users: backups from their settings, the schedule that performs
 * them, extraction, comparison, and the choice of account, token, store and vault. They receive a context, and report what
 * happens.
 */

export { type IdentitySettings, openArchiveArgument, openingOf } from './archive-argument.ts';
export { type ArchiveFile, isBucketArchive, type VaultArchive, withArchiveFiles } from './archive-files.ts';
export { type BackupSettings, encryptionOf } from './backup/backup-settings.ts';
export { archivesOf, planForgetting, requirePolicy } from './backup/keep-policy.ts';
export { type PerformedBackup, performBackup } from './backup/perform-backup.ts';
export { planOwners } from './backup/plan-owners.ts';
export { readRequest } from './backup/read-request.ts';
export { captureSentence, cloneNotes, cloneSentence, takenText } from './backup/report-backup.ts';
export { withJob } from './backup/settings-of-job.ts';
export { findUsualJob, requireJob, withUsualOwner } from './backup/usual-job.ts';
export { cachedStorePath } from './cached-store.ts';
export {
  type Comparison,
  countDifferences,
  type DifferenceCount,
  findPointInTime,
  openComparison,
  type PointInTime,
} from './comparison.ts';
export {
  checkTimes,
  environmentOfVault,
  loadConfiguration,
  loadJobs,
  locateConfiguration,
  thoroughReading,
  usualSettings,
  vaultsOf,
} from './configuration.ts';
export type { AppContext, Report } from './context.ts';
export { examineAll } from './examine-all.ts';
export { type ExtractOptions, type ExtractReport, extract } from './extract/extract.ts';
export { filesOf, foldersOf, proofsOf } from './extract/folders-of-store.ts';
export { archiveFactsOf, groupBySnapshot, type KnownArchives, loadIntoStore } from './load-into-store.ts';
export { type LoadEvent, loadListeners, reportLoading } from './progress/load-progress.ts';
export { reportTransfer } from './progress/transfer-progress.ts';
export { installUnits, planUnits } from './schedule/install-units.ts';
export { usualMaxAges } from './schedule/job-histories.ts';
export { type KeepScheduleSettings, keepSchedule } from './schedule/keep-schedule.ts';
export { type LastRun, readLastRuns } from './schedule/last-run.ts';
export { runJob, type ScheduleSettings } from './schedule/run-job.ts';
export { scheduledJobs } from './schedule/scheduled-job.ts';
export { configurationId } from './schedule/state-files.ts';
export { type Login, type LoginSettings, logIn, logOut } from './service/log-in.ts';
export { openService, type Service } from './service/service.ts';
export type { ServiceSettings } from './service/service-settings.ts';
export { chooseStarterPath, jobNameOfFile, writeStarter } from './starter.ts';
export { withPublicStore, withStoreAt } from './store-at-snapshot.ts';
export { chooseStore, findStore, rememberStore, type StoreSettings, writeStore } from './store-location.ts';
export {
  chooseVault,
  openNamedVault,
  type VaultSettings,
  withLockedVault,
  withVaultJournal,
} from './vault-location.ts';
