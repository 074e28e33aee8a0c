import type { JournalLine, MigrationId } from '../../model/index.ts';
import {
  findMigrationsOf,
  findSpentMigrations,
  listBackups,
  reasonAgainstResuming,
} from '../../vault/index.ts';

/** Tells which migrations a later run may go on with: those of a backup that broke off and is not too old. */
export function neededMigrations(
  lines: readonly JournalLine[],
  nowMs: number,
): (migrationId: MigrationId) => boolean {
  const spent = findSpentMigrations(lines);
  const needed = new Set(
    listBackups(lines)
      .filter((backup) => backup.isOpen && reasonAgainstResuming(backup, nowMs) === undefined)
      .flatMap(({ backup }) => [...findMigrationsOf(lines, backup)]),
  );
  return (migrationId) => needed.has(migrationId) && !spent.has(migrationId);
}
