import type { ArchiveSource } from '../archive/archive-source.ts';
import { type ReadArchiveOptions, readArchive } from '../archive/read-archive.ts';
import { ageOf } from '../base/durations.ts';

interface SortOptions extends Pick<ReadArchiveOptions, 'limits' | 'signal'> {
  /** Files dated later than this do not indicate the age of their archive. */
  readonly nowMs: number;
  /** The known time of an archive, in milliseconds since the Unix epoch; such an archive is not opened. */
  readonly knownAgeMs?: (source: ArchiveSource) => number | undefined;
}

/**
 * Sorts archives by age, oldest first. Archives contain no date: if the time is unknown, the newest tar time is used,
 * and archives without one come first. A single archive is not opened.
 */
export async function sortByAge(
  sources: readonly ArchiveSource[],
  { knownAgeMs, ...options }: SortOptions,
): Promise<readonly ArchiveSource[]> {
  if (sources.length < 2) {
    return sources;
  }
  const dated: { readonly source: ArchiveSource; readonly newestMs: number }[] = [];
  for (const source of sources) {
    dated.push({ source, newestMs: knownAgeMs?.(source) ?? (await newestTarTime(source, options)) });
  }
  return dated.toSorted((a, b) => a.newestMs - b.newestMs).map(({ source }) => source);
}

async function newestTarTime(
  source: ArchiveSource,
  { nowMs, ...options }: Omit<SortOptions, 'knownAgeMs'>,
): Promise<number> {
  let newestMs = 0;
  for await (const event of readArchive({ ...options, source, skipRecords: true })) {
    const timeMs = event.type === 'entry' ? (event.entry.modifiedAtMs ?? 0) : 0;
    if (timeMs > newestMs && ageOf(timeMs, nowMs) !== undefined) {
      newestMs = timeMs;
    }
  }
  return newestMs;
}
