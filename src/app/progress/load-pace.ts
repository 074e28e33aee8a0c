import { type Clock, formatDuration, formatSize } from '../../base/index.ts';
import { percent } from './pace.ts';

/** How far loads are, one archive after another: bytes are read, files get their place, the store is written. */
export interface LoadPace {
  observe(progress: LoadProgress): void;
  /** The records of an archive were all read. */
  finishReading(): void;
  readonly stage: LoadStage;
  recordsPerSecond(): number;
  /** How long the reading still takes; undefined as long as there is nothing to go by, and after it. */
  leftMs(): number | undefined;
  /** What people read of it, now. */
  describe(): string;
}

/** What a load does; how long it takes is known of the reading alone. */
type LoadStage = 'reading' | 'placing' | 'writing';

interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly records?: number;
  /** How many of the bytes are read when the archive at hand is; the default is all of them. */
  readonly archiveEndBytes?: number | undefined;
}

const LATER_STAGES = {
  placing: 'reading its last records and placing its files',
  writing: 'building indexes and writing the store',
} as const satisfies Record<Exclude<LoadStage, 'reading'>, string>;

/** Creates a pace for one load or several, which begin now. */
export function createLoadPace(clock: Pick<Clock, 'now'>): LoadPace {
  const startedMs = clock.now();
  let latest: LoadProgress = { doneBytes: 0, totalBytes: undefined };
  let stage: LoadStage = 'reading';
  let stageMs = startedMs;
  const enter = (next: LoadStage) => {
    stageMs = stage === next ? stageMs : clock.now();
    stage = next;
  };
  /** Without what follows the reading, as no records come meanwhile. */
  const readingMs = () => (stage === 'reading' ? clock.now() : stageMs) - startedMs;
  const recordsPerSecond = () =>
    readingMs() === 0 ? 0 : Math.round((1_000 * (latest.records ?? 0)) / readingMs());
  const leftMs = () => {
    const { doneBytes, totalBytes } = latest;
    return stage !== 'reading' || totalBytes === undefined || doneBytes === 0 || readingMs() === 0
      ? undefined
      : Math.round((readingMs() * (totalBytes - doneBytes)) / doneBytes);
  };
  return {
    observe(progress) {
      latest = { ...latest, ...progress };
      const { doneBytes, totalBytes, archiveEndBytes = totalBytes } = latest;
      enter(archiveEndBytes !== undefined && doneBytes >= archiveEndBytes ? 'placing' : 'reading');
    },
    finishReading: () => enter('writing'),
    get stage() {
      return stage;
    },
    recordsPerSecond,
    leftMs,
    describe() {
      const { doneBytes, totalBytes, records } = latest;
      const share =
        totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
      if (stage !== 'reading') {
        const size = `${formatSize(doneBytes)}${doneBytes === totalBytes ? '' : share}`;
        return `Read ${size}; ${LATER_STAGES[stage]}, ${formatDuration(clock.now() - stageMs)} so far`;
      }
      const rate = records === undefined ? '' : `, ${recordsPerSecond()} records/s`;
      const left = leftMs();
      const rest = left === undefined ? '' : `, ${formatDuration(left)} left to read`;
      return `Loading ${formatSize(doneBytes)}${share}${rate}${rest}`;
    },
  };
}
