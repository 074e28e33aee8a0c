import type { JournalLine } from '../../model/journal.ts';
import { plainNameOf } from '../../vault/manifest.ts';

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

/**
 * Adds the lines of one journal that another one lacks. Runs are ordered by the time at which they began; all lines of a run
 * stay together, in the order of both journals. A run may have been copied before it ended.
 */
export function mergeJournals(
  own: readonly JournalLine[],
  others: readonly JournalLine[],
): readonly JournalLine[] {
  const otherRuns = new Map(runsOf(others).map((lines) => [lines[0]?.run, lines]));
  const merged: JournalLine[] = [];
  const ownRuns = runsOf(own).map((lines) => {
    const same = otherRuns.get(lines[0]?.run) ?? [];
    otherRuns.delete(lines[0]?.run);
    return mergeRun(lines, same);
  });
  const newRuns = [...otherRuns.values()];
  for (const lines of ownRuns) {
    while (isBefore(newRuns[0], lines)) {
      merged.push(...(newRuns.shift() ?? []));
    }
    merged.push(...lines);
  }
  return [...merged, ...newRuns.flat()];
}

/** Lines that only the other journal has come before the line of both that follows them there. */
function mergeRun(own: readonly JournalLine[], other: readonly JournalLine[]): readonly JournalLine[] {
  const known = new Set(own.map(textOfLine));
  const indexes = new Map(other.map((line, index) => [textOfLine(line), index]));
  let next = 0;
  const newUntil = (end: number) => {
    const lines = other.slice(next, end).filter((line) => !known.has(textOfLine(line)));
    next = Math.max(next, end);
    return lines;
  };
  const merged = own.flatMap((line) => {
    const index = indexes.get(textOfLine(line));
    return index === undefined ? [line] : [...newUntil(index), line];
  });
  return [...merged, ...newUntil(other.length)];
}

/** The lines that a journal does not have. */
export function linesLackedBy(
  own: readonly JournalLine[],
  others: readonly JournalLine[],
): readonly JournalLine[] {
  const known = new Set(own.map(textOfLine));
  return others.filter((line) => !known.has(textOfLine(line)));
}

/** The same for the same line, whatever the order of its members. */
function textOfLine(line: JournalLine): string {
  return JSON.stringify(Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1)));
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
