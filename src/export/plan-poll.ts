/** First poll after a second, then 1.5 times later each time, up to a minute. */
const FIRST_POLL_MS = 1_000;
const POLL_GROWTH = 1.5;
const MAX_POLL_MS = 60_000;

interface PollState {
  /** Polls made so far. */
  readonly pollsMade: number;
  /** A fixed interval in place of the growing one. */
  readonly intervalMs?: number | undefined;
  /** Time left before the deadline; no poll is planned beyond it. */
  readonly leftMs?: number | undefined;
}

/** How long to wait before the next poll, in milliseconds. */
export function planPoll({ pollsMade, intervalMs, leftMs }: PollState): number {
  const grownMs = Math.min(MAX_POLL_MS, Math.round(FIRST_POLL_MS * POLL_GROWTH ** pollsMade));
  return Math.max(0, Math.min(intervalMs ?? grownMs, leftMs ?? Number.POSITIVE_INFINITY));
}
