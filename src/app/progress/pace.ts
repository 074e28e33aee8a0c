import { type Clock, formatDuration, formatSize } from '../../base/index.ts';
import type { AppContext } from '../context.ts';

/** How fast something grows, and how long the rest will take. */
export interface Pace {
  /** Takes down how much is done by now. */
  observe(done: number): void;
  /** How much a second, of late; undefined as long as there is nothing to go by. */
  perSecond(): number | undefined;
  /** How long the rest takes at this rate, in milliseconds. */
  leftMs(total: number | undefined): number | undefined;
}

/** Older observations say nothing about the rate of today: networks change, and so do disks. */
const WINDOW_MS = 30_000;

/** Observations closer together than this are one. */
const GRAIN_MS = 500;

/** Creates a pace that looks back half a minute. */
export function createPace(clock: Pick<Clock, 'now'>): Pace {
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
    observe(done) {
      const nowMs = clock.now();
      // What grows again from an earlier point has begun anew.
      seen = done < latest ? [] : seen.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      latest = done;
      if (seen.length === 0 || nowMs - (seen.at(-1)?.atMs ?? 0) >= GRAIN_MS) {
        seen.push({ atMs: nowMs, done });
      }
    },
    perSecond,
    leftMs(total) {
      const rate = perSecond();
      return total === undefined || rate === undefined
        ? undefined
        : Math.round((Math.max(0, total - latest) * 1_000) / rate);
    },
  };
}

/** How much of a whole is done, as people read it. */
export function percent(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}

/** Makes a listener that reports how far a download is, how fast it goes, and how long the rest will take. */
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
