/** Vaults: backups, on a schedule too, and what is done with them afterwards. Imported as `satchel/vault`. */

export type { BackupChoices, CalendarSpan } from '../../schemas/library/backup-choices.d.ts';
export type { BackupSummary } from '../app/perform-backup.ts';
export type { DueRun, EndedRun, ScheduleReport } from '../app/schedule/report-event.ts';
export type { TransferProgress } from '../app/transfer-progress.ts';
export type { RetentionReport } from '../backup/apply-retention.ts';
export type { BackupEvent as BackupStep } from '../backup/backup-event.ts';
export type { BackupArchive, BackupReport, SkippedBackup } from '../backup/backup-report.ts';
export type { CaptureReport } from '../backup/capture-from-service.ts';
export type { CloneReport } from '../backup/clone-work.ts';
export type { AccountSettings } from '../config/configuration.ts';
export type { CopiedKind, CopyEvent as CopyStep } from '../keeping/copy-event.ts';
export type { CopyReport } from '../keeping/copy-vault.ts';
export type { EncryptedEvent } from '../keeping/encrypt-archives.ts';
export type { ForgetReport } from '../keeping/forget-snapshots.ts';
export type { ImportEvent, ImportReport } from '../keeping/import-archives.ts';
export type { LfsEvent } from '../keeping/keep-lfs.ts';
export type { LfsReport } from '../keeping/lfs-report.ts';
export type { PrunedFile } from '../keeping/prune-vault.ts';
export type { RebuildEvent, RebuildReport } from '../keeping/rebuild-store.ts';
export type { Repair } from '../keeping/repair.ts';
export type { AccountStatus, GoodBackup, VaultStatus } from '../keeping/vault-status.ts';
export type { CloneName } from '../model/backup-settings.table.ts';
export type { CaptureName } from '../model/captures.table.ts';
export type { MigrationOrigin } from '../model/journal.ts';
export type { StoreChanges } from '../model/store-changes.ts';
export type {
  RunFailure,
  RunOutcome,
  RunReason,
  RunRecord,
  RunRequest,
  RunResult,
  RunSummary as ScheduleRunSummary,
} from '../schedule/scheduled-job.ts';
export type { SnapshotSizes } from '../vault/find-drops.ts';
export type { SnapshotGroup } from '../vault/group-snapshots.ts';
export type { KeptSnapshot } from '../vault/kept-snapshot.ts';
export type {
  ArchiveOrigin,
  Completeness,
  CompletenessCheck,
  CompletenessName,
  Manifest,
  ManifestEncryption,
  Pin,
} from '../vault/manifest.ts';
export type { OwedRequests, OwedWork } from '../vault/owed-work.ts';
export type { GroupRetention, RetentionRow } from '../vault/plan-retention.ts';
export type { ReadSample } from '../vault/read-sample.ts';
export type { Scope } from '../vault/scope.ts';
export type { RunSummary } from '../vault/summarize-runs.ts';
export type { VaultEncryption } from '../vault/vault.ts';
export type {
  VaultFinding,
  VaultFindingCode,
  VaultFindingRow,
  VaultRemedy,
} from '../vault/vault-findings.table.ts';
export { VAULT_FINDINGS } from '../vault/vault-findings.table.ts';
export type { VerifyLevel } from '../vault/verify-archive.ts';
export type {
  BackupOptions,
  BackupSurroundings,
  FinishedBackup,
  Job,
  JobOptions,
  PerformedBackup,
  ScheduleOptions,
  TokenChoice,
} from './calls/backup.ts';
export { backup, keepSchedule, readJobs, runJob } from './calls/backup.ts';
export type { CopyOptions } from './calls/copy-vault.ts';
export { copyVault } from './calls/copy-vault.ts';
export { openVault } from './calls/open-vault.ts';
export type { BackupEvent, CopyEvent, JobEvent, VaultEvent } from './calls/reported-events.ts';
export type { Forgotten, Vault } from './calls/vault.ts';
export type {
  CheckOptions,
  DryOptions,
  ImportOptions,
  KnownArchive,
  NewerOptions,
  NewestOptions,
  Period,
  PinOptions,
  RebuildOptions,
  RetentionRules,
  StatusOptions,
  VaultCallOptions,
  VaultOptions,
} from './calls/vault-options.ts';
