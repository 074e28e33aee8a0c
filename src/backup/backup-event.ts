import type { ObtainedMigration } from '../export/index.ts';
import type { MigrationId, MigrationState } from '../model/index.ts';
import type { Completeness, Debts } from '../vault/index.ts';
import type { CaptureReport } from './capture-from-service.ts';

/** What a backup says while it runs, in the order of its steps. */
export type BackupEvent =
  | { readonly type: 'account'; readonly login: string }
  /** It goes on with what an earlier run began at this time, ISO 8601. */
  | { readonly type: 'resumed'; readonly began: string }
  | { readonly type: 'repositories'; readonly asked: readonly string[] }
  | {
      readonly type: 'started';
      readonly migrationId: MigrationId;
      readonly origin: ObtainedMigration['origin'];
      readonly repositories: number;
      /** True where nobody can use the repositories until they are unlocked again. */
      readonly isLocking: boolean;
    }
  | {
      readonly type: 'waiting';
      readonly migrationId: MigrationId;
      readonly state: MigrationState;
      readonly elapsedMs: number;
      /** Undefined once the migration is over. */
      readonly nextPollMs: number | undefined;
      /** How long earlier migrations of this vault took, where there are some. */
      readonly usualMs: number | undefined;
    }
  /** With the time until the migration is asked for again, where that is what failed. */
  | { readonly type: 'trouble'; readonly message: string; readonly nextPollMs?: number }
  | { readonly type: 'part-failed'; readonly repositories: number; readonly message: string }
  | { readonly type: 'unlocked'; readonly migrationId: MigrationId; readonly repositories: readonly string[] }
  | {
      readonly type: 'downloading';
      readonly migrationId: MigrationId;
      readonly doneBytes: number;
      readonly totalBytes: number | undefined;
    }
  | {
      readonly type: 'downloaded';
      readonly migrationId: MigrationId;
      readonly path: string;
      readonly sizeBytes: number;
      readonly sha256: string;
    }
  | { readonly type: 'loading'; readonly doneBytes: number; readonly totalBytes: number }
  /** All records were read; the store is completed. */
  | { readonly type: 'read' }
  | { readonly type: 'loaded'; readonly storePath: string; readonly records: number }
  | ({ readonly type: 'captured' } & CaptureReport)
  | ({ readonly type: 'compared' } & Completeness)
  | { readonly type: 'encrypted'; readonly path: string; readonly recipients: number }
  | { readonly type: 'forgotten'; readonly archive: string }
  | { readonly type: 'archive-deleted'; readonly migrationId: MigrationId }
  /** The run ends with this left undone. */
  | ({ readonly type: 'owed' } & Debts);
