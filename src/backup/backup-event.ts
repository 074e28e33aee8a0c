import type { MigrationState } from '../model/index.ts';
import type { CaptureReport } from './capture-from-service.ts';

/** What a backup says while it runs, in the order of its steps. */
export type BackupEvent =
  | { readonly type: 'account'; readonly login: string }
  | { readonly type: 'repositories'; readonly asked: readonly string[] }
  | { readonly type: 'started'; readonly migrationId: number; readonly isAdopted: boolean }
  | {
      readonly type: 'waiting';
      readonly migrationId: number;
      readonly state: MigrationState;
      readonly elapsedMs: number;
      /** Undefined once the migration is over. */
      readonly nextPollMs: number | undefined;
    }
  | { readonly type: 'trouble'; readonly message: string }
  | { readonly type: 'downloading'; readonly doneBytes: number; readonly totalBytes: number | undefined }
  | {
      readonly type: 'downloaded';
      readonly path: string;
      readonly sizeBytes: number;
      readonly sha256: string;
    }
  | { readonly type: 'loading'; readonly doneBytes: number; readonly totalBytes: number }
  | { readonly type: 'loaded'; readonly storePath: string; readonly records: number }
  | ({ readonly type: 'captured' } & CaptureReport);
