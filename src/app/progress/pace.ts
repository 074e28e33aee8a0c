import { type Clock, formatDuration, formatSize } from '../../base/index.ts';
import type { AppContext } from '../context.ts';

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
    /** The estimated remaining time. */
    leftMs(total: number | undefined): number | undefined {
      const rate = perSecond();
      return total === undefined || rate === undefined
        ? undefined
        : Math.round((Math.max(0, total - latest) * 1_000) / rate);
    },
  };
}

/** Formats a share for people: `42 %`. */
export function percent(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}

/** Creates a listener that reports the progress of a download. */
export function reportDownload({
  clock,
  onReport,
}: Pick<AppContext, 'clock' | 'onReport'>): (doneBytes: number, totalBytes: number | undefined) => void {
  const pace = createPace(clock);
  return (doneBytes, totalBytes) => {
    pace.observe(doneBytes);
    const bytesPerSecond = pace.perSecond();
    const leftMs = pace.leftMs(totalBytes);
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    const speed = bytesPerSecond === undefined ? '' : `, ${formatSize(Math.round(bytesPerSecond))}/s`;
    const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
    onReport?.({
      level: 'debug',
      type: 'downloading',
      fields: { doneBytes, totalBytes, bytesPerSecond: bytesPerSecond && Math.round(bytesPerSecond), leftMs },
      text: `Downloading ${formatSize(doneBytes)}${share}${speed}${left}`,
    });
  };
}
