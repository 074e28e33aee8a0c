import { type ArchiveSource, type ReadArchiveOptions, readArchive } from '../archive/index.ts';
import { ageOf } from '../base/index.ts';

interface SortOptions extends Pick<ReadArchiveOptions, 'limits' | 'signal'> {
  /** Files dated later say nothing about the age of their archive. */
  readonly nowMs: number;
  /** The age that somebody knows, in milliseconds since the Unix epoch; such an archive is not looked into. */
  readonly knownAgeMs?: (source: ArchiveSource) => number | undefined;
}

/**
 * Puts archives in the order of their age, the oldest first. An archive carries no date: where it is unknown, its
 * newest tar time is taken, and where it has none it stays at the front. A single one is not looked into.
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
