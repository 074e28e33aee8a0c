const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Formats a duration for people: `0.4 s`, `12 s`, `3 m 05 s`, `2 h 10 m`, `4 d 3 h`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 9_950) {
    return `${(durationMs / 1_000).toFixed(1)} s`;
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return `${minutes} m ${String(seconds % 60).padStart(2, '0')} s`;
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? `${hours} h ${String(minutes % 60).padStart(2, '0')} m`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/**
 * Parses a duration such as `90`, `90s`, `1.5m`, `2h`, `7d` or `250ms` to milliseconds; a bare number means seconds.
 * Returns undefined for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  if (match === null) {
    return undefined;
  }
  const unit = (match[2] ?? 's') as keyof typeof UNIT_MS; // The pattern admits only keys of the table.
  return Number(match[1]) * UNIT_MS[unit];
}

/**
 * Creates an estimate of how long work will still take, in milliseconds, from the part of it that is done, from 0 to 1. It
 * begins now, and is undefined until some more is done.
 */
export function estimateLeft(doneShare: () => number, clock: { now(): number }): () => number | undefined {
  const begun = { share: doneShare(), ms: clock.now() };
  return () => {
    const share = doneShare();
    const perShare = (clock.now() - begun.ms) / (share - begun.share);
    return share > begun.share ? Math.round(perShare * (1 - share)) : undefined;
  };
}

/** The tolerated difference between the clocks of two machines: one that shows local time as UTC is up to 14 hours ahead. */
export const MAX_SKEW_MS = 86_400_000;

/**
 * The age of a timestamp; both arguments are milliseconds since the epoch. Undefined for an invalid timestamp, or one in
 * the future (a clock was or is wrong): such an age counts as neither recent nor old.
 */
export function ageOf(timeMs: number, nowMs: number): number | undefined {
  const ageMs = nowMs - timeMs;
  return ageMs >= -MAX_SKEW_MS ? Math.max(0, ageMs) : undefined;
}
