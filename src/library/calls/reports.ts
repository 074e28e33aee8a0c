import { type Report as InternalReport, noteTo, waitTo } from '../../app/context.ts';
import type { Clock } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import type { WaitOptions } from '../../export/wait-for-migration.ts';
import type { Failure } from '../../model/failure.ts';
import type { MigrationId, MigrationState } from '../../model/migrations.ts';
import { FUNCTION, type ShapesOf } from './shapes.ts';

/** Something that happens during long work, for logs and for people. */
export interface Report {
  /** `debug` is for what happens often. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** The type of the event, which is the `message_type` of `--json`; a `note` is only a sentence. */
  readonly type: string;
  /** The data of the event. */
  readonly fields: object;
  /** A sentence for people; undefined for events that are only data. */
  readonly text: string | undefined;
}

/** What a client says: before each wait for a limit or an outage, and of problems that do not make a call fail. */
export type ClientReport = Report &
  (
    | { readonly type: 'wait'; readonly fields: { readonly reason: string; readonly until: string } }
    | { readonly type: 'note'; readonly text: string }
  );

/** What an export says: that it was started, each poll, and each failure that is only temporary. */
export type ExportReport = Report &
  (
    | { readonly type: 'started'; readonly fields: { readonly id: MigrationId } }
    | {
        readonly type: 'waiting';
        readonly fields: {
          readonly id: MigrationId;
          readonly state: MigrationState;
          readonly elapsedMs: number;
          /** Undefined after the last poll. */
          readonly nextPollMs: number | undefined;
        };
      }
    | { readonly type: 'trouble'; readonly fields: { readonly failure: Failure } }
  );

/** For calls that take long. */
export interface ReportOptions<Reported extends Report = Report> {
  /** Called with each step, wait and notice. */
  readonly onReport?: ((report: Reported) => void) | undefined;
}

/** How far long work is. */
export interface Progress {
  readonly doneBytes: number;
  /** Undefined if the source does not say it. */
  readonly totalBytes: number | undefined;
}

/** For calls that read or download much. */
export interface ProgressOptions {
  /** Called after each piece. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export const REPORTS = { onReport: FUNCTION } as const satisfies ShapesOf<ReportOptions>;
export const PROGRESS = { onProgress: FUNCTION } as const satisfies ShapesOf<ProgressOptions>;

/** The listener as the rooms call it; nothing if there is none. */
export function reportFor({ onReport }: ReportOptions): {
  readonly onReport?: (report: InternalReport) => void;
} {
  return onReport === undefined
    ? {}
    : {
        onReport: ({ text, ...rest }) =>
          onReport({ ...rest, text: typeof text === 'function' ? text() : text }),
      };
}

/** The listeners of a client. */
export function clientReports({ onReport }: ReportOptions<ClientReport>, clock: Clock) {
  if (onReport === undefined) {
    return {};
  }
  const tell = (report: InternalReport) => onReport(report as ClientReport); // The two below.
  return { onNotice: noteTo(tell), onWait: waitTo(tell, clock) };
}

/** The listeners of a wait for a migration. */
export function migrationReports({ onReport }: ReportOptions<ExportReport>): {
  readonly onState: NonNullable<WaitOptions['onState']>;
  readonly onTrouble: (failure: Failure) => void;
} {
  return {
    onState({ id, state }, elapsedMs, nextPollMs) {
      const text = `Migration ${id}: ${state} after ${formatDuration(elapsedMs)}`;
      onReport?.({ level: 'debug', type: 'waiting', fields: { id, state, elapsedMs, nextPollMs }, text });
    },
    onTrouble: (failure) =>
      onReport?.({
        level: 'warn',
        type: 'trouble',
        fields: { failure },
        text: `${failure.message}; trying again`,
      }),
  };
}
