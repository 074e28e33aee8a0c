import { type Clock, formatDuration, formatSize } from '../../base/index.ts';
import { percent } from './pace.ts';

export type LoadPace = ReturnType<typeof createLoadPace>;

/** The stages of a load. Only the duration of the first one can be estimated. */
type LoadStage = 'reading' | 'placing' | 'writing';

interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly records?: number;
  /** The value of `doneBytes` at the end of the current archive; default: `totalBytes`. */
  readonly archiveEndBytes?: number | undefined;
}

const LATER_STAGES = {
  placing: 'reading its last records and placing its files',
  writing: 'building indexes and writing the store',
} as const satisfies Record<Exclude<LoadStage, 'reading'>, string>;

/** Measures the progress of one or several loads, which begin now. */
export function createLoadPace(clock: Pick<Clock, 'now'>) {
  const startedMs = clock.now();
  let latest: LoadProgress = { doneBytes: 0, totalBytes: undefined };
  let stage: LoadStage = 'reading';
  let stageMs = startedMs;
  const enter = (next: LoadStage) => {
    stageMs = stage === next ? stageMs : clock.now();
    stage = next;
  };
  /** The duration of the first stage; no records arrive in the later ones. */
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
    observe(progress: LoadProgress): void {
      latest = { ...latest, ...progress };
      const { doneBytes, totalBytes, archiveEndBytes = totalBytes } = latest;
      enter(archiveEndBytes !== undefined && doneBytes >= archiveEndBytes ? 'placing' : 'reading');
    },
    /** To be called when all records of an archive were read. */
    finishReading: () => enter('writing'),
    get stage(): LoadStage {
      return stage;
    },
    recordsPerSecond,
    /** The estimated rest of the reading; undefined while it is unknown, and after the reading. */
    leftMs,
    /** The progress as a sentence for people. */
    describe(): string {
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
