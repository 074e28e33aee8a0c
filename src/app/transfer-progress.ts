import type { Clock } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { formatSize } from '../base/sizes.ts';
import type { AppContext } from './context.ts';

export type ProgressContext = Pick<AppContext, 'onReport'> & { readonly clock: Pick<Clock, 'now'> };

/** Older observations are ignored, because the speed of networks and disks changes. */
const WINDOW_MS = 30_000;

/** The minimum time between two observations. */
const GRAIN_MS = 500;

/** Measures the rate of the last half minute, and estimates the remaining time. */
export function createPace(clock: Pick<Clock, 'now'>) {
  let seen: { readonly atMs: number; readonly done: number }[] = [];
  let latest = 0;
  const perSecond = () => {
    const [first] = seen;
    const elapsedMs = first === undefined ? 0 : clock.now() - first.atMs;
    return first === undefined || elapsedMs < GRAIN_MS || latest <= first.done
      ? undefined
      : ((latest - first.done) * 1_000) / elapsedMs;
  };
  return {
    /** Records the total amount done so far. */
    observe(done: number): void {
      const nowMs = clock.now();
      // A smaller amount means that the work was restarted.
      seen = done < latest ? [] : seen.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      latest = done;
      if (seen.length === 0 || nowMs - (seen.at(-1)?.atMs ?? 0) >= GRAIN_MS) {
        seen.push({ atMs: nowMs, done });
      }
    },
    /** The current rate; undefined while it is unknown. */
    perSecond,
    leftMs(total: number | undefined): number | undefined {
      const rate = perSecond();
      return total === undefined || rate === undefined
        ? undefined
        : Math.round((Math.max(0, total - latest) * 1_000) / rate);
    },
  };
}

/** `1.00 MiB of 4.00 MiB (25 %)`; only the first size if the total is unknown. */
export function shareText(doneBytes: number, totalBytes: number | undefined): string {
  const done = formatSize(doneBytes);
  return totalBytes === undefined
    ? done
    : `${done} of ${formatSize(totalBytes)} (${totalBytes === 0 ? 100 : Math.floor((100 * doneBytes) / totalBytes)} %)`;
}

/** How far a transfer is. */
export type TransferProgress = {
  readonly doneBytes: number;
  /** Undefined if the source does not say it. */
  readonly totalBytes: number | undefined;
  /** Of the last half minute; undefined while it is unknown. */
  readonly bytesPerSecond: number | undefined;
  /** The remaining time in milliseconds; undefined while it is unknown. */
  readonly leftMs: number | undefined;
};

/** Creates a listener that reports bytes, speed and remaining time; `verb` is a participle such as "Downloading". */
export function reportTransfer(
  verb: string,
  { clock, onReport }: ProgressContext,
): (doneBytes: number, totalBytes: number | undefined) => void {
  const pace = createPace(clock);
  return (doneBytes, totalBytes) => {
    pace.observe(doneBytes);
    const rate = pace.perSecond();
    const bytesPerSecond = rate === undefined ? undefined : Math.round(rate);
    const leftMs = pace.leftMs(totalBytes);
    const speed = bytesPerSecond === undefined ? '' : `, ${formatSize(bytesPerSecond)}/s`;
    const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
    const fields: TransferProgress = { doneBytes, totalBytes, bytesPerSecond, leftMs };
    onReport?.({
      level: 'debug',
      type: verb.toLowerCase(),
      fields,
      text: `${verb} ${shareText(doneBytes, totalBytes)}${speed}${left}`,
    });
  };
}
