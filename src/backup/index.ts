/**
 * The whole chain as named steps: from a service to an archive in a vault and a store that answers questions.
 */

export type { BackupEvent } from './backup-event.ts';
export type { BackupReport } from './backup-report.ts';
export type { CaptureWork } from './capture-from-service.ts';
export { chooseRepositories, judgeRepositories, type RequestWish } from './choose-repositories.ts';
export { type BackupOptions, type BackupService, proveWhole, runBackup } from './run-backup.ts';
export {
  type RepositorySelection,
  type RepositoryVerdict,
  selectRepositories,
} from './select-repositories.ts';
