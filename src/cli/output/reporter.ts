import type { Report } from '../../app/context.ts';
import { eachSecond } from '../../base/clock.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags/flags.ts';
import { nameCommands } from '../render/name-commands.ts';
import { wrapText } from '../render/wrap-text.ts';
import { jsonLine } from './json-names.ts';
import { canRewriteLines, usableColumns } from './terminal.ts';

/** Reports what a command does: as events for programs on stdout, or as lines for people on stderr. */
export interface Reporter {
  /** Reports an event of a long operation: an NDJSON line with `--json`, else the sentence `text`, if any. */
  event(messageType: string, fields: object, text?: string | undefined): void;
  /**
   * Reports progress: rewritten in place on a terminal, else one line a minute. A text that is a function is called
   * every second, so that times in it are updated even without new progress.
   */
  progress(messageType: string, fields: object, text: ProgressText): void;
  /** Writes a sentence to stderr, even with `--json`. */
  note(text: string): void;
  /** As `event`, `progress` or `note`, for reports of other rooms. */
  readonly report: (report: Report) => void;
  /** Removes the progress line from the terminal. */
  end(): void;
}

export type ProgressText = string | (() => string);

const MS_BETWEEN_LINES = 60_000;
const MS_BETWEEN_REDRAWS = 100;

export function createReporter(context: Context, { json = false, quiet = false }: CommonFlags): Reporter {
  const { stderr, stdout, clock, onReport } = context;
  const isLive = canRewriteLines(stderr, context) && !quiet && !json;
  let hasOpenLine = false;
  let current = '' as ProgressText;
  let stopRedrawing: (() => void) | undefined;
  let lastProgressMs = Number.NEGATIVE_INFINITY;
  const closeLine = () => {
    if (hasOpenLine) {
      stderr.write('\r\u001b[K');
      hasOpenLine = false;
    }
  };
  const draw = () => {
    stderr.write(`\r${fitLine(textOf(current), usableColumns(stderr))}\u001b[K`);
    hasOpenLine = true;
  };
  const end = () => {
    stopRedrawing?.();
    stopRedrawing = undefined;
    closeLine();
  };
  const emit = (messageType: string, fields: object) => stdout.write(jsonLine({ messageType, ...fields }));
  const note = (text: string) => {
    if (!quiet) {
      closeLine();
      stderr.write(`${wrapText(nameCommands(text), stderr)}\n`);
    }
  };
  const reporter: Reporter = {
    report({ level, type, fields, text }) {
      if (level === 'debug') {
        reporter.progress(type, fields, text ?? '');
      } else if (type === 'note') {
        reporter.note(textOf(text ?? ''));
      } else {
        reporter.event(type, fields, text === undefined ? undefined : textOf(text));
      }
    },
    note(text) {
      onReport?.({ level: 'info', type: 'note', fields: {}, text });
      note(text);
    },
    end,
    event(messageType, fields, text) {
      onReport?.({ level: 'info', type: messageType, fields, text });
      end(); // The progress line is obsolete.
      if (json) {
        emit(messageType, fields);
      } else if (text !== undefined) {
        note(text);
      }
    },
    progress(messageType, fields, text) {
      current = text;
      const pauseMs = isLive ? MS_BETWEEN_REDRAWS : json ? 1_000 : MS_BETWEEN_LINES;
      // The first progress after another output is always shown.
      const isFresh = isLive && stopRedrawing === undefined;
      if (!isFresh && clock.now() - lastProgressMs < pauseMs) {
        return;
      }
      const isFirst = lastProgressMs === Number.NEGATIVE_INFINITY;
      lastProgressMs = clock.now();
      onReport?.({ level: 'debug', type: messageType, fields, text: textOf(text) });
      if (json) {
        emit(messageType, fields);
      } else if (isLive) {
        draw();
        stopRedrawing ??= eachSecond(draw);
      } else if (!isFirst) {
        note(textOf(text));
      }
    },
  };
  return reporter;
}

function textOf(text: ProgressText): string {
  return typeof text === 'string' ? text : text();
}

function fitLine(text: string, columns: number): string {
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
}
