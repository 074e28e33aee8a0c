/** How far the clocks of two machines may be apart before a time to come stands for a wrong one. */
const MAX_SKEW_MS = 3_600_000;

/**
 * How long ago a time was, both in milliseconds since the epoch. Undefined where nobody can tell: it is no time, or one
 * that is still to come, as a clock was wrong then or is wrong now. Such an age is neither young nor old.
 */
export function ageOf(timeMs: number, nowMs: number): number | undefined {
  const ageMs = nowMs - timeMs;
  return ageMs >= -MAX_SKEW_MS ? Math.max(0, ageMs) : undefined;
}
