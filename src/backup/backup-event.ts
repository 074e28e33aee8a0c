import type { EncryptedEvent } from '../keeping/encrypt-archives.ts';
import type { LfsEvent } from '../keeping/keep-lfs.ts';
import type { LfsReport } from '../keeping/lfs-report.ts';
import type { MigrationOrigin } from '../model/journal.ts';
import type { MigrationId, MigrationState } from '../model/migrations.ts';
import type { Completeness } from '../vault/manifest.ts';
import type { OwedRequests } from '../vault/owed-work.ts';
import type { CaptureReport } from './capture-from-service.ts';
import type { CloneReport } from './clone-work.ts';

/** The events of a running backup, in the order of its steps. */
export type BackupEvent =
  | { readonly type: 'account'; readonly login: string }
  /** A backup that an earlier run began at this time (ISO 8601) is resumed. */
  | { readonly type: 'resumed'; readonly began: string }
  | { readonly type: 'repositories'; readonly asked: readonly string[] }
  | {
      readonly type: 'started';
      readonly migrationId: MigrationId;
      readonly origin: MigrationOrigin | 'known';
      /** When the migration was created (ISO 8601). */
      readonly createdAt: string;
      readonly repositories: number;
      /** True if the repositories are locked during the export, and unusable until they are unlocked. */
      readonly isLocking: boolean;
    }
  | {
      readonly type: 'waiting';
      readonly migrationId: MigrationId;
      readonly state: MigrationState;
      readonly elapsedMs: number;
      /** Undefined when the migration has ended. */
      readonly nextPollMs: number | undefined;
      /** How long earlier migrations of this vault took, if there were any. */
      readonly usualMs: number | undefined;
    }
  /** `nextPollMs` is the time until the next status request, if it was a status request that failed. */
  | { readonly type: 'trouble'; readonly message: string; readonly nextPollMs?: number | undefined }
  | { readonly type: 'part-failed'; readonly repositories: number; readonly message: string }
  /** `not-locked`: the service answered that there is no lock, or none that the token can see. */
  | {
      readonly type: 'unlocked' | 'not-locked';
      readonly migrationId: MigrationId;
      readonly repositories: readonly string[];
    }
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
  /** All records were read; the store is being completed. */
  | { readonly type: 'read' }
  | { readonly type: 'loaded'; readonly storePath: string; readonly records: number }
  | ({ readonly type: 'captured' } & CaptureReport)
  | ({ readonly type: 'cloned' } & CloneReport)
  | Exclude<LfsEvent, { readonly type: 'trouble' }>
  | ({ readonly type: 'lfs-kept' } & LfsReport)
  | ({ readonly type: 'compared' } & Completeness)
  | EncryptedEvent
  | { readonly type: 'forgotten'; readonly archive: string }
  | { readonly type: 'archive-deleted'; readonly migrationId: MigrationId }
  /** Work that remains outstanding at the end of the run. */
  | ({ readonly type: 'owed' } & OwedRequests);
