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

/** Makes listeners that show how much of an archive was read, how fast and for how long yet, and what follows. */
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

/** What a command says while it loads one archive after another. */
export type LoadEvent =
  | {
      readonly type: 'loading';
      readonly archive: string;
      readonly doneBytes: number;
      readonly totalBytes: number;
      /** How many of the bytes are read when this archive is; the default is all of them. */
      readonly archiveEndBytes?: number;
    }
  | { readonly type: 'read'; readonly archive: string };

/** Makes a listener that shows the same of archives in a vault, with their names. */
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
