import { ageOf, Failure } from '../base/index.ts';

/** Gives the time that `--taken-at` names, ISO 8601. Fails with `usage` where it is still to come: it would stand before all others. */
export function requirePast(timeMs: number | undefined, nowMs: number): string | undefined {
  const time = timeMs === undefined ? undefined : new Date(timeMs).toISOString();
  if (timeMs !== undefined && ageOf(timeMs, nowMs) === undefined) {
    throw new Failure(
      'usage',
      `Cannot take an archive of ${time}: by the clock of this machine that is still to come`,
    );
  }
  return time;
}
