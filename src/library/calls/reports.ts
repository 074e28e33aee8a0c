import type { Report as InternalReport } from '../../app/context.ts';
import { FUNCTION, type ShapesOf } from './shapes.ts';

/** Something that happens during long work, for logs and for people. */
export interface Report {
  /** `debug` is for progress. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** The type of the event, which is the `message_type` of `--json`; a `note` is only a sentence. */
  readonly type: string;
  /** The data of the event. */
  readonly fields: object;
  /** A sentence for people; undefined for events that are only data. */
  readonly text: string | undefined;
}

/** For calls that take long. */
export interface ReportOptions {
  /** Called with each step, wait and notice. */
  readonly onReport?: ((report: Report) => void) | undefined;
}

export const REPORTS = { onReport: FUNCTION } as const satisfies ShapesOf<ReportOptions>;

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
