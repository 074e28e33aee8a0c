import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Creates the id of a run, used in its log, journal and notifications: `20260601T120000Z-3fa9c1`. Ids sort by time. */
export function createRunId(clock: Pick<Clock, 'now'>, random: Pick<Random, 'hex'>): string {
  return `${compactTime(clock.now())}-${random.hex(6)}`;
}

/** ISO 8601 in UTC and whole seconds. All results have the same length, so they sort by time. */
export function utcSeconds(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** The basic format of ISO 8601, in UTC and whole seconds: `20260601T120000Z`. */
export function compactTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Parses a time that starts with `YYYY-MM-DD` to milliseconds since the epoch; NaN for a day that does not exist. */
export function parseTimestamp(text: string): number {
  const date = text.slice(0, 10);
  const startMs = Date.parse(date);
  // JavaScript parses 30 February as a day in March.
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(date);
  return isDay ? Date.parse(text) : Number.NaN;
}
