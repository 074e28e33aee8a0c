/**
 * Satchel as a library: back up, on a schedule too; read and verify archives, extract from them, load them into a store,
 * query it, and run the sandbox.
 */

export {
  type AppContext,
  type BackupSettings,
  type ExtractOptions,
  type ExtractReport,
  extract,
  type KeepScheduleSettings,
  keepSchedule,
  loadJobs,
  type PerformedBackup,
  performBackup,
  type Report,
  runJob,
  type ScheduleSettings,
} from './app/index.ts';
export {
  type ArchiveEntry,
  type ArchiveEvent,
  type ArchiveSource,
  archiveSourceFromStream,
  type ContainerSummary,
  checkContainer,
  createInspection,
  createVerification,
  type InspectReport,
  openArchiveSource,
  type ReadArchiveOptions,
  readArchive,
  type VerifyReport,
} from './archive/index.ts';
export {
  type BackupOptions,
  type BackupReport,
  type BackupService,
  type RepositoryVerdict,
  runBackup,
  selectRepositories,
} from './backup/index.ts';
export { createDrivenClock, createSystemClock, createSystemRandom } from './base/index.ts';
export { createClient } from './client/index.ts';
export {
  createMigrations,
  createRepositories,
  type Endpoints,
  getAccount,
  openEndpoints,
} from './endpoints/index.ts';
export { downloadArchive, startMigration, waitForMigration } from './export/index.ts';
export { loadArchive, loadArchiveSource } from './load/index.ts';
export {
  DIALECTS,
  dialectOf,
  FINDINGS,
  type Finding,
  RECORD_KINDS,
  type RepositorySelection,
} from './model/index.ts';
export { runGuardedQuery, SAVED_QUERIES } from './reading/index.ts';
export { startSandbox } from './sandbox/index.ts';
export type { RunRecord } from './schedule/index.ts';
export { searchStore } from './search/index.ts';
export { documentSchema, openStore, type Store } from './store/index.ts';
export { openVault, type Vault } from './vault/index.ts';
