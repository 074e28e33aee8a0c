import type { LoadingProgress } from '../../app/load-progress.ts';
import type { BackupSummary } from '../../app/perform-backup.ts';
import type { ScheduleReport } from '../../app/schedule/report-event.ts';
import type { TransferProgress } from '../../app/transfer-progress.ts';
import type { BackupEvent as BackupStep } from '../../backup/backup-event.ts';
import type { CopyEvent as CopyStep } from '../../keeping/copy-event.ts';
import type { ImportEvent } from '../../keeping/import-archives.ts';
import type { RebuildEvent } from '../../keeping/rebuild-store.ts';
import type { Failure } from '../../model/failure.ts';
import type { MigrationId, MigrationState } from '../../model/migrations.ts';

/** Something that happens during long work, for logs and for people. */
export interface Report {
  /** `debug` is for what happens often. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** What happened, which is the `message_type` of `--json`: the types of events say which fields it has. */
  readonly type: string;
  /** The data of the event. */
  readonly fields: object;
  /** A sentence for people; undefined for events that are only data. */
  readonly text: string | undefined;
}

/** A report by its type: after `event.type === 'loading'`, the fields are those of a load. */
export type ReportOf<Event extends { readonly type: string }> = Event extends unknown
  ? Report & { readonly type: Event['type']; readonly fields: Omit<Event, 'type'> }
  : never;

/** A sentence without data. */
export type NoteEvent = Report & { readonly type: 'note'; readonly text: string };

/** What a client says: before each wait for a limit or an outage, and of problems that do not make a call fail. */
export type ClientEvent =
  | NoteEvent
  /** `until`: in ISO 8601. */
  | ReportOf<{ readonly type: 'wait'; readonly reason: string; readonly until: string }>;

/** What an export says: that it was started, each poll, and each failure that is only temporary. */
export type ExportEvent = ReportOf<
  | { readonly type: 'started'; readonly id: MigrationId }
  | {
      readonly type: 'waiting';
      readonly id: MigrationId;
      readonly state: MigrationState;
      readonly elapsedMs: number;
      /** Undefined after the last poll. */
      readonly nextPollMs: number | undefined;
    }
  | { readonly type: 'trouble'; readonly failure: Failure }
>;

/** Reported often while archives are read into a store. `archive` is the name of the current one, if there are several. */
export type LoadingEvent = ReportOf<
  { readonly type: 'loading'; readonly archive?: string | undefined } & LoadingProgress
>;

/** What a load says: how far it is, and what it waits for. */
export type LoadEvent = NoteEvent | LoadingEvent;

/** What a backup says: each step, how far it is, and at its end the result (`summary`). */
export type BackupEvent =
  | ClientEvent
  | LoadingEvent
  | ReportOf<Exclude<BackupStep, { readonly type: 'downloading' | 'loading' | 'read' }>>
  | ReportOf<{ readonly type: 'downloading'; readonly migrationId: MigrationId } & TransferProgress>
  | ReportOf<{ readonly type: 'summary' } & BackupSummary>;

/** What jobs and schedules say: what their backups say, with the run, and what becomes of the runs. */
export type JobEvent =
  | (BackupEvent & { readonly fields: { readonly runId: string; readonly job: string } })
  | NoteEvent
  | ReportOf<
      | ScheduleReport
      | { readonly type: 'notified'; readonly channel: string; readonly job: string; readonly runId: string }
      | { readonly type: 'notification-failed'; readonly channel: string; readonly job: string }
      | { readonly type: 'configured' | 'configuration-wrong'; readonly path: string }
      | { readonly type: 'ready'; readonly url: string; readonly jobs: number }
      | { readonly type: 'notice' | 'stopped' }
    >;

/** What changes of a vault say: imports and rebuilds of each archive, and what they wait for. */
export type VaultEvent =
  | LoadEvent
  | ReportOf<Exclude<ImportEvent | RebuildEvent, { readonly type: 'loading' | 'read' }>>;

/** What a copy of a vault says: each file, and how far large ones are. */
export type CopyEvent = NoteEvent | ReportOf<CopyStep>;

/** What a dump says: how many of the tables, or of the documents, are written. */
export type DumpEvent =
  | NoteEvent
  | ReportOf<
      | { readonly type: 'writing'; readonly table: string; readonly number: number; readonly total: number }
      | { readonly type: 'writing'; readonly written: number; readonly total: number }
    >;

/** What a site says: how many pages are written, of those that are known so far. */
export type SiteEvent =
  | NoteEvent
  | ReportOf<{ readonly type: 'writing'; readonly written: number; readonly found: number }>;
