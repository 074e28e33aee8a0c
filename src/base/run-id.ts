import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/**
 * Makes the name of a run, by which its log, its journal and its messages are known: `20260601T120000Z-3fa9c1`. Names
 * sort by when they were made.
 */
export function createRunId(clock: Pick<Clock, 'now'>, random: Pick<Random, 'hex'>): string {
  return `${compactTime(clock.now())}-${random.hex(6)}`;
}

/** A moment in ISO 8601, in UTC and whole seconds: texts of one length sort by time. */
export function utcSeconds(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** A moment in the basic format of ISO 8601, in UTC and whole seconds: `20260601T120000Z`. */
export function compactTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/[-:]|\.\d+/g, '');
}
