import { findSpentMigrations, type JournalLine, type MigrationId } from '../../model/index.ts';

/** Tells which migrations a later run may go on with: known ones that are not spent. */
export function neededMigrations(lines: readonly JournalLine[]): (migrationId: MigrationId) => boolean {
  const spent = findSpentMigrations(lines);
  const known = new Set(lines.flatMap((line) => (line.type === 'migration-known' ? [line.migrationId] : [])));
  return (migrationId) => known.has(migrationId) && !spent.has(migrationId);
}
