import type { ArchiveSource } from '../archive/index.ts';
import { type Clock, formatDuration, formatSize } from '../base/index.ts';
import { percent } from './archive-argument.ts';
import type { Reporter } from './reporter.ts';

interface LoadListeners {
  readonly onProgress: (packedBytesRead: number) => void;
  readonly onRecords: (recordCount: number) => void;
}

/** Makes listeners that show how much of an archive was read, how fast records are written, and how long it will take. */
export function showLoading(
  reporter: Reporter,
  sources: readonly ArchiveSource[],
  clock: Pick<Clock, 'now'>,
): LoadListeners {
  const startedAtMs = clock.now();
  const totalBytes = totalOfSources(sources);
  let records = 0;
  return {
    onRecords(recordCount) {
      records = recordCount;
    },
    onProgress(doneBytes) {
      const elapsedMs = clock.now() - startedAtMs;
      const recordsPerSecond = elapsedMs === 0 ? 0 : Math.round((1_000 * records) / elapsedMs);
      const leftMs = timeLeft({ doneBytes, totalBytes, elapsedMs });
      const fields = { doneBytes, totalBytes, records, recordsPerSecond, leftMs };
      reporter.progress('loading', fields, describe(fields));
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

interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
}

/** What is left takes as long as what is done, byte for byte. */
function timeLeft({
  doneBytes,
  totalBytes,
  elapsedMs,
}: Progress & { readonly elapsedMs: number }): number | undefined {
  return totalBytes === undefined || doneBytes === 0 || elapsedMs === 0
    ? undefined
    : Math.round(((totalBytes - doneBytes) * elapsedMs) / doneBytes);
}

function describe({
  doneBytes,
  totalBytes,
  recordsPerSecond,
  leftMs,
}: Progress & { readonly recordsPerSecond: number; readonly leftMs: number | undefined }): string {
  const share =
    totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
  const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
  return `Loading ${formatSize(doneBytes)}${share}, ${recordsPerSecond} records/s${left}`;
}
