import { createLoadPace } from '../app/index.ts';
import type { ArchiveSource } from '../archive/index.ts';
import type { Clock } from '../base/index.ts';
import type { Reporter } from './reporter.ts';

interface LoadListeners {
  readonly onProgress: (packedBytesRead: number) => void;
  readonly onRecords: (recordCount: number) => void;
}

/** Makes listeners that show how much of an archive was read, how fast records are written, and how long it will take. */
export function showLoading(
  reporter: Pick<Reporter, 'progress'>,
  sources: readonly ArchiveSource[],
  clock: Pick<Clock, 'now'>,
): LoadListeners {
  const pace = createLoadPace(clock);
  const totalBytes = totalOfSources(sources);
  let records = 0;
  return {
    onRecords(recordCount) {
      records = recordCount;
    },
    onProgress(doneBytes) {
      pace.observe({ doneBytes, totalBytes, records });
      const fields = {
        doneBytes,
        totalBytes,
        records,
        recordsPerSecond: pace.recordsPerSecond(),
        leftMs: pace.leftMs(),
      };
      reporter.progress('loading', fields, pace.describe);
    },
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
