import type { JournalLine } from '../../model/index.ts';
import { plainNameOf } from '../../vault/index.ts';

/** Facts about the store and the journal of one vault, which are not true of its copy. */
const LOCAL_TYPES: ReadonlySet<JournalLine['type']> = new Set([
  'store-noted',
  'store-damaged',
  'store-renewed',
  'journal-mended',
]);

/**
 * The lines of a journal that are also true of a copy. Archives that were removed from the vault may still be in the
 * copy, which never removes any.
 *
 * @param archives the archives of the copy, by file name
 */
export function linesToCopy(
  lines: readonly JournalLine[],
  archives: ReadonlySet<string>,
): readonly JournalLine[] {
  const kept = new Set([...archives].map(plainNameOf)); // The copy may have encrypted them.
  return lines
    .filter(({ type }) => !LOCAL_TYPES.has(type))
    .flatMap<JournalLine>((line) => {
      if (line.type !== 'archives-forgotten' && line.type !== 'archives-lost') {
        return [line];
      }
      const gone = line.archives.filter((archive) => !kept.has(plainNameOf(archive)));
      return gone.length === 0 ? [] : [{ ...line, archives: gone }];
    });
}

/** Adds the runs of one journal that another one lacks, by the time at which they began; all lines of a run stay together. */
export function mergeJournals(
  own: readonly JournalLine[],
  others: readonly JournalLine[],
): readonly JournalLine[] {
  const ownRuns = runsOf(own);
  const names = new Set(own.map(({ run }) => run));
  const otherRuns = runsOf(others.filter(({ run }) => !names.has(run)));
  const merged: JournalLine[] = [];
  for (const lines of ownRuns) {
    while (isBefore(otherRuns[0], lines)) {
      merged.push(...(otherRuns.shift() ?? []));
    }
    merged.push(...lines);
  }
  return [...merged, ...otherRuns.flat()];
}

/** The lines of each run, in the order of the journal. */
export function runsOf(lines: readonly JournalLine[]): JournalLine[][] {
  const runs = new Map<string, JournalLine[]>();
  for (const line of lines) {
    const run = runs.get(line.run) ?? [];
    run.push(line);
    runs.set(line.run, run);
  }
  return [...runs.values()];
}

function isBefore(run: readonly JournalLine[] | undefined, other: readonly JournalLine[]): boolean {
  return run?.[0] !== undefined && Date.parse(run[0].at) < Date.parse(other[0]?.at ?? '');
}
