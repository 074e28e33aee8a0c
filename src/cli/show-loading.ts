import { createLoadPace } from '../app/index.ts';
import type { ArchiveSource } from '../archive/index.ts';
import type { Clock } from '../base/index.ts';
import { cellText } from './render/cell-text.ts';
import type { Reporter } from './reporter.ts';

interface LoadListeners {
  readonly onProgress: (packedBytesRead: number) => void;
  readonly onRecords: (recordCount: number) => void;
  readonly onRead: () => void;
}

/** Creates listeners that show the bytes read, the speed, the remaining time, and the steps after reading. */
export function showLoading(
  reporter: Pick<Reporter, 'progress'>,
  sources: readonly ArchiveSource[],
  clock: Pick<Clock, 'now'>,
): LoadListeners {
  const pace = createLoadPace(clock);
  const totalBytes = totalOfSources(sources);
  let [records, doneBytes] = [0, 0];
  const show = () => {
    const fields = {
      stage: pace.stage,
      doneBytes,
      totalBytes,
      records,
      recordsPerSecond: pace.recordsPerSecond(),
      leftMs: pace.leftMs(),
    };
    reporter.progress('loading', fields, pace.describe);
  };
  return {
    onRecords(recordCount) {
      records = recordCount;
    },
    onProgress(bytes) {
      doneBytes = bytes;
      pace.observe({ doneBytes, totalBytes, records });
      show();
    },
    onRead() {
      pace.finishReading();
      show();
    },
  };
}

/** Progress of a command that loads archives one at a time. */
export type LoadEvent =
  | {
      readonly type: 'loading';
      readonly archive: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
      /** Bytes of the total that are read when this archive is complete; all of them by default. */
      readonly archiveEndBytes?: number;
    }
  | { readonly type: 'read'; readonly archive: string };

/** Creates a listener that shows the progress of loading archives of a vault, with their names. */
export function showLoadEvents(
  reporter: Pick<Reporter, 'progress'>,
  clock: Pick<Clock, 'now'>,
): (event: LoadEvent) => void {
  const pace = createLoadPace(clock);
  return (event) => {
    if (event.type === 'loading') {
      pace.observe(event);
    } else {
      pace.finishReading();
    }
    const fields = { ...event, stage: pace.stage, leftMs: pace.leftMs() };
    reporter.progress('loading', fields, () => `${pace.describe()}: ${cellText(event.archive)}`);
  };
}

function totalOfSources(sources: readonly ArchiveSource[]): number | undefined {
  let total = 0;
  for (const source of sources) {
    if (source.type === 'folder' || source.sizeBytes === undefined) {
      return undefined;
    }
    total += source.sizeBytes;
  }
  return total;
}
