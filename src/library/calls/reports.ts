import { type Report as InternalReport, noteTo, waitTo } from '../../app/context.ts';
import type { Clock } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import type { WaitOptions } from '../../export/wait-for-migration.ts';
import type { Failure } from '../../model/failure.ts';
import type { ClientEvent, ExportEvent, Report } from './reported-events.ts';
import { FUNCTION, type ShapesOf } from './shapes.ts';

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
export function reportFor({ onReport }: ReportOptions<never>): {
  readonly onReport?: (report: InternalReport) => void;
} {
  return onReport === undefined
    ? {}
    : {
        // The events of each call have the types that its listener is declared with.
        onReport: ({ text, ...rest }) =>
          onReport({ ...rest, text: typeof text === 'function' ? text() : text } as never),
      };
}

/** The listeners of a client. */
export function clientReports({ onReport }: ReportOptions<ClientEvent>, clock: Clock) {
  if (onReport === undefined) {
    return {};
  }
  const tell = (report: InternalReport) => onReport(report as ClientEvent); // The two below.
  return { onNotice: noteTo(tell), onWait: waitTo(tell, clock) };
}

/** The listeners of a wait for a migration. */
export function migrationReports({ onReport }: ReportOptions<ExportEvent>): {
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
