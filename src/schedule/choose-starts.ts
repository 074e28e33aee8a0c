/** A run that waits for its turn, or is under way. */
export interface QueuedRun {
  readonly job: string;
  /** Not before this. */
  readonly startMs: number;
  readonly lanes: readonly string[];
  /** When the job last started; undefined where it never did. */
  readonly lastStartMs: number | undefined;
}

interface Room {
  readonly nowMs: number;
  readonly running: readonly QueuedRun[];
  /** How many may run at once. */
  readonly concurrency: number;
}

/**
 * Chooses what starts now: first come, first served, and of those that come together the one whose last turn is longest
 * ago. Whoever waits for a lane keeps it free for itself, so that nobody is overtaken for ever.
 */
export function chooseStarts(
  waiting: readonly QueuedRun[],
  { nowMs, running, concurrency }: Room,
): readonly string[] {
  const taken = new Set(running.flatMap(({ lanes }) => lanes));
  const chosen: string[] = [];
  const ready = waiting.filter(({ startMs }) => startMs <= nowMs).sort(byTurn);
  for (const { job, lanes } of ready) {
    const isFree = lanes.every((lane) => !taken.has(lane));
    for (const lane of lanes) {
      taken.add(lane);
    }
    if (isFree && running.length + chosen.length < concurrency) {
      chosen.push(job);
    }
  }
  return chosen;
}

function byTurn(a: QueuedRun, b: QueuedRun): number {
  const never = Number.NEGATIVE_INFINITY;
  const order = a.startMs - b.startMs || Math.sign((a.lastStartMs ?? never) - (b.lastStartMs ?? never));
  return order || (a.job < b.job ? -1 : 1);
}
