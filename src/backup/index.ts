/**
 * The whole backup as a sequence of named steps, from a service to an archive in a vault and a store that can be
 * queried.
 */

export type { BackupEvent } from './backup-event.ts';
export { CLONE_NAMES, type CloneName, type CloneReport } from './backup-event.ts';
export type { BackupOptions, BackupService } from './backup-options.ts';
export type { BackupReport, SkippedBackup } from './backup-report.ts';
export { fetchFiles } from './bucket/fetch-files.ts';
export { openVaultAt } from './bucket/open-vault-at.ts';
export { openSharedText } from './bucket/shared-text.ts';
export type { OpenVaultAtOptions } from './bucket/vault-objects.ts';
export { type CaptureWork, OWNER_TITLES, OWNERS_OF_CAPTURES } from './capture-from-service.ts';
export { assessRepositories, type BackupRequest, chooseRepositories } from './choose-repositories.ts';
export type { CopyEvent } from './copy/copy-files.ts';
export { type CopyReport, copyVault } from './copy/copy-vault.ts';
export { openCopySource, openCopyTarget } from './copy/open-ends.ts';
export { type Check, checkThat } from './doctor/check.ts';
export { PURPOSES, type PurposeName } from './doctor/check-purpose.ts';
export { checkDisk, examineMachine } from './doctor/examine-machine.ts';
export { examineService } from './doctor/examine-service.ts';
export { proveWhole } from './export-part.ts';
export {
  type ImportEvent,
  type ImportReport,
  importArchives,
} from './import/import-archives.ts';
export type { OwnKey } from './keeping/check-encryption.ts';
export { checkVault } from './keeping/check-vault.ts';
export { readSnapshotsWithStore } from './keeping/inspect-store.ts';
export {
  type JobHistory,
  type JobIdentity,
  readJobHistory,
} from './keeping/job-history.ts';
export { pruneVault } from './keeping/prune-vault.ts';
export { type RebuildEvent, type RebuildReport, rebuildStore } from './keeping/rebuild-store.ts';
export type { Repair } from './keeping/repair.ts';
export { repairVault } from './keeping/repair-vault.ts';
export { noteStore } from './keeping/store-notes.ts';
export { type AccountStatus, hasFailed, readVaultStatus, type VaultStatus } from './keeping/vault-status.ts';
export { runBackup } from './run-backup.ts';
export {
  type RepositorySelection,
  type RepositoryVerdict,
  selectRepositories,
} from './select-repositories.ts';
