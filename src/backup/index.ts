/**
 * The whole backup as a sequence of named steps, from a service to an archive in a vault and a store that can be
 * queried.
 */

export type { BackupEvent } from './backup-event.ts';
export type { BackupOptions, BackupService } from './backup-options.ts';
export type { BackupReport, SkippedBackup } from './backup-report.ts';
export type { CaptureWork } from './capture-from-service.ts';
export { assessRepositories, chooseRepositories } from './choose-repositories.ts';
export type { CloneReport } from './clone-work.ts';
export { type Check, checkThat } from './doctor/check.ts';
export { PURPOSES, type PurposeName } from './doctor/check-purpose.ts';
export { checkDisk, examineMachine } from './doctor/examine-machine.ts';
export { examineService } from './doctor/examine-service.ts';
export { proveWhole } from './export-part.ts';
export { runBackup } from './run-backup.ts';
export { type RepositoryVerdict, selectRepositories } from './select-repositories.ts';
