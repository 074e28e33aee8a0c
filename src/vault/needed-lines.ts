import type { JournalLine } from '../model/journal.ts';
import { listBackups } from './backup-history.ts';
import { plainNameOf } from './manifest.ts';
import { findOwedWork } from './owed-work.ts';

/**
 * The lines of a journal that are still needed: those of the latest runs, of open backups, and of runs with outstanding
 * work for their migrations, the latest facts about the vault itself, and the lines that determine which archives it
 * should contain.
 */
export function findNeededLines(lines: readonly JournalLine[], latestRuns: number): readonly JournalLine[] {
  const needed = new Set([...new Set(lines.map(({ run }) => run))].slice(-latestRuns));
  const open = new Set(
    listBackups(lines)
      .filter(({ isOpen }) => isOpen)
      .map(({ backup }) => backup),
  );
  const owed = new Set(
    findOwedWork(lines).flatMap(({ unlocks, deletions }) => [
      ...unlocks.map(({ migrationId }) => migrationId),
      ...deletions,
    ]),
  );
  for (const type of LATEST_COUNTS) {
    const run = lines.findLast((line) => line.type === type)?.run;
    if (run !== undefined) {
      needed.add(run);
    }
  }
  for (const line of lines) {
    const isOpen = 'backup' in line && open.has(line.backup);
    if (isOpen || ('migrationId' in line && owed.has(line.migrationId))) {
      needed.add(line.run);
    }
  }
  const expected = findExpectedArchives(lines);
  return lines.filter(
    (line) =>
      needed.has(line.run) ||
      isRemoval(line) ||
      (line.type === 'manifest-written' && expected.has(plainNameOf(line.archive))),
  );
}

/** Facts about the vault itself, of which the last one is valid. */
const LATEST_COUNTS: readonly JournalLine['type'][] = [
  'store-noted',
  'store-damaged',
  'store-renewed',
  'journal-mended',
];

/**
 * Plain names of the archives that the vault should contain: those that a run has recorded and no later run has
 * removed.
 */
export function findExpectedArchives(lines: readonly JournalLine[]): ReadonlySet<string> {
  return findArchives(lines, 'manifest-written');
}

/** Plain names of the archives that were forgotten, and have neither been added again nor lost since. */
export function findForgottenArchives(lines: readonly JournalLine[]): ReadonlySet<string> {
  return findArchives(lines, 'archives-forgotten');
}

/** Plain names of the archives of which the last thing that a run recorded is this. */
function findArchives(
  lines: readonly JournalLine[],
  last: 'manifest-written' | 'archives-forgotten',
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const archives = line.type === 'manifest-written' ? [line.archive] : isRemoval(line) ? line.archives : [];
    for (const name of archives.map(plainNameOf)) {
      if (line.type === last) {
        found.add(name);
      } else {
        found.delete(name);
      }
    }
  }
  return found;
}

/** Whether a line says that archives are no longer in the vault. */
function isRemoval(
  line: JournalLine,
): line is Extract<JournalLine, { readonly type: 'archives-forgotten' | 'archives-lost' }> {
  return line.type === 'archives-forgotten' || line.type === 'archives-lost';
}
