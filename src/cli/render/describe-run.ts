import { formatDuration, formatSize } from '../../base/index.ts';
import type { RunSummary } from '../../vault/index.ts';
import { cellText } from './cell-text.ts';

/** A run in one line: when, what, how long, and how it ended. */
export function describeRun(run: RunSummary): string {
  const { beganAt, command, downloadedBytes } = run;
  const bytes = downloadedBytes === 0 ? '' : `, ${formatSize(downloadedBytes)} downloaded`;
  return `${beganAt.slice(0, 19)}Z ${cellText(command)}: ${describeResult(run)}${bytes}`;
}

/** How a run ended, and why where that is no success. */
export function describeResult({ beganAt, endedAt, exit, reason }: RunSummary): string {
  if (endedAt === undefined || exit === undefined) {
    return 'has no end: it was interrupted, or is under way';
  }
  const duration = formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(beganAt)));
  const why = reason === undefined ? '' : ` (${cellText(reason)})`;
  return `${exit} after ${duration}${why}`;
}
