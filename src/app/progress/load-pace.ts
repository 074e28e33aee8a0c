import { type Clock, formatDuration, formatSize } from '../../base/index.ts';
import { percent } from './pace.ts';

/** How far a load is: the archive is read first, then indexes are built and the store is put in its place. */
export interface LoadPace {
  observe(progress: LoadProgress): void;
  recordsPerSecond(): number;
  /** How long the rest takes, all stages of it; undefined as long as there is nothing to go by. */
  leftMs(): number | undefined;
  /** What people read of it, now. */
  describe(): string;
}

interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly records?: number;
}

/**
 * What comes after the reading takes, as a share of the time that the reading takes: measured at 12 of 42 seconds for a
 * first load of a million records. A guess is better than to promise an end that is not there.
 */
const TAIL_SHARE = 0.4;

/** Creates a pace for one load, which begins now. */
export function createLoadPace(clock: Pick<Clock, 'now'>): LoadPace {
  const startedMs = clock.now();
  let latest: LoadProgress = { doneBytes: 0, totalBytes: undefined };
  let readMs: number | undefined;
  const elapsedMs = () => clock.now() - startedMs;
  const recordsPerSecond = () => {
    const spentMs = readMs ?? elapsedMs();
    return spentMs === 0 ? 0 : Math.round((1_000 * (latest.records ?? 0)) / spentMs);
  };
  const leftMs = () => {
    const { doneBytes, totalBytes } = latest;
    if (readMs !== undefined) {
      const left = readMs * (1 + TAIL_SHARE) - elapsedMs();
      return left > 0 ? Math.round(left) : undefined;
    }
    return totalBytes === undefined || doneBytes === 0 || elapsedMs() === 0
      ? undefined
      : Math.round((elapsedMs() * totalBytes * (1 + TAIL_SHARE)) / doneBytes - elapsedMs());
  };
  return {
    observe(progress) {
      latest = { ...latest, ...progress };
      const isRead = progress.totalBytes !== undefined && progress.doneBytes >= progress.totalBytes;
      readMs = isRead ? (readMs ?? elapsedMs()) : undefined;
    },
    recordsPerSecond,
    leftMs,
    describe() {
      const { doneBytes, totalBytes, records } = latest;
      const left = leftMs();
      const rest = left === undefined ? '' : `, ${formatDuration(left)} left`;
      if (readMs !== undefined) {
        const spent = left === undefined ? `, ${formatDuration(elapsedMs() - readMs)} so far` : rest;
        return `Read ${formatSize(doneBytes)}; building indexes and writing the store${spent}`;
      }
      const share =
        totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
      const rate = records === undefined ? '' : `, ${recordsPerSecond()} records/s`;
      return `Loading ${formatSize(doneBytes)}${share}${rate}${rest}`;
    },
  };
}
