import type { ArchiveSource } from '../archive/archive-source.ts';
import type { Clock } from '../base/clock.ts';
import { formatDuration } from '../base/durations.ts';
import { formatSize } from '../base/sizes.ts';
import { terminalLine } from '../base/terminal-text.ts';
import { type ProgressContext, shareText } from './transfer-progress.ts';

/** The stages of a load. Only the duration of the first one can be estimated. */
export type LoadStage = 'reading' | 'placing' | 'writing';

interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly records?: number;
  /** The value of `doneBytes` at the end of the current archive; default: `totalBytes`. */
  readonly archiveEndBytes?: number | undefined;
}

/** How far one or several loads are. */
export type LoadingProgress = {
  readonly doneBytes: number;
  /** Undefined if a folder is loaded. */
  readonly totalBytes: number | undefined;
  /** The value of `doneBytes` at the end of the current archive, if there are several. */
  readonly archiveEndBytes?: number | undefined;
  readonly records?: number | undefined;
  readonly recordsPerSecond?: number | undefined;
  readonly stage: LoadStage;
  /** The remaining time of the reading in milliseconds; undefined while it is unknown, and in later stages. */
  readonly leftMs: number | undefined;
};

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
    fields(): LoadingProgress {
      const rate = latest.records === undefined ? {} : { recordsPerSecond: recordsPerSecond() };
      return { ...latest, ...rate, stage, leftMs: leftMs() };
    },
    describe(): string {
      const { doneBytes, totalBytes, records } = latest;
      const share = shareText(doneBytes, totalBytes);
      if (stage !== 'reading') {
        const size = doneBytes === totalBytes ? formatSize(doneBytes) : share;
        return `Read ${size}; ${LATER_STAGES[stage]}, ${formatDuration(clock.now() - stageMs)} so far`;
      }
      const rate = records === undefined ? '' : `, ${recordsPerSecond()} records/s`;
      const left = leftMs();
      const rest = left === undefined ? '' : `, ${formatDuration(left)} left to read`;
      return `Loading ${share}${rate}${rest}`;
    },
  };
}

/** An event of loading one or several archives, one at a time. */
export type LoadEvent =
  | ({ readonly type: 'loading'; readonly archive?: string } & LoadProgress)
  | { readonly type: 'read'; readonly archive?: string };

/** Creates a listener that reports the progress of loads that begin now, with the names of the archives if given. */
export function reportLoading({ clock, onReport }: ProgressContext): (event: LoadEvent) => void {
  const pace = createLoadPace(clock);
  return (event) => {
    if (event.type === 'read') {
      pace.finishReading();
    } else {
      const { type: _, archive: __, ...progress } = event;
      pace.observe(progress);
    }
    const { archive } = event;
    const name = archive === undefined ? '' : `: ${terminalLine(archive)}`;
    onReport?.({
      level: 'debug',
      type: 'loading',
      fields: { ...(archive === undefined ? {} : { archive }), ...pace.fields() },
      text: () => `${pace.describe()}${name}`,
    });
  };
}

/** Creates listeners that report the progress of one load of these archives. */
export function loadListeners(sources: readonly ArchiveSource[], context: ProgressContext) {
  const report = reportLoading(context);
  const sizes = sources.map((source) => (source.type === 'folder' ? undefined : source.sizeBytes));
  const totalBytes = sizes.reduce(
    (sum: number | undefined, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  let records = 0;
  return {
    onRecords(recordCount: number): void {
      records = recordCount;
    },
    onProgress: (doneBytes: number) => report({ type: 'loading', doneBytes, totalBytes, records }),
    onRead: () => report({ type: 'read' }),
  };
}
