export interface QueuedRun {
  readonly job: string;
  /** The earliest start. */
  readonly startMs: number;
  readonly lanes: readonly string[];
  /** When the job last started; undefined if never. */
  readonly lastStartMs: number | undefined;
  /** An earlier attempt was interrupted or has failed. */
  readonly isBegun: boolean;
}

interface Occupancy {
  readonly nowMs: number;
  /** The runs of all processes. */
  readonly running: readonly QueuedRun[];
  /** How many more runs this process may perform. */
  readonly free: number;
}

/**
 * Chooses the runs to start now: first come, first served; of those that came at the same time, those that were begun
 * before, then the job whose last start was the longest ago. A run that waits for one lane reserves all of its lanes, so
 * that no run starves.
 */
export function chooseStarts(
  waiting: readonly QueuedRun[],
  { nowMs, running, free }: Occupancy,
): readonly string[] {
  const taken = new Set(running.flatMap(({ lanes }) => lanes));
  const chosen: string[] = [];
  const ready = waiting.filter(({ startMs }) => startMs <= nowMs).sort(byTurn);
  for (const { job, lanes } of ready) {
    const isFree = lanes.every((lane) => !taken.has(lane));
    for (const lane of lanes) {
      taken.add(lane);
    }
    if (isFree && chosen.length < free) {
      chosen.push(job);
    }
  }
  return chosen;
}

function byTurn(a: QueuedRun, b: QueuedRun): number {
  const never = Number.NEGATIVE_INFINITY;
  return (
    a.startMs - b.startMs ||
    Number(b.isBegun) - Number(a.isBegun) ||
    Math.sign((a.lastStartMs ?? never) - (b.lastStartMs ?? never)) ||
    (a.job < b.job ? -1 : 1)
  );
}
