import { Failure } from '../base/index.ts';
import { ARCHIVE_KEPT_DAYS, type Migration } from '../model/index.ts';

const DAY_MS = 86_400_000;

/**
 * Explains a 404 for an archive. The service answers the same before the export, after a deletion and after
 * expiry, so that only the migration's state and age tell them apart. Its days count from `updated_at`.
 */
export function missingArchiveFailure(migration: Migration, nowMs: number): Failure {
  const { id, state, updatedAt } = migration;
  const what = `Cannot download the archive of migration ${id}`;
  switch (state) {
    case 'failed':
      return new Failure('migration-failed', `${what}: the migration failed at the service`);
    case 'exported': {
      const isExpired = nowMs >= Date.parse(updatedAt) + ARCHIVE_KEPT_DAYS * DAY_MS;
      const found = isExpired
        ? `it has expired; the service keeps an archive for ${ARCHIVE_KEPT_DAYS} days, and this one was exported at ${updatedAt}`
        : 'it is no longer there; it was deleted at the service';
      return new Failure('absent', `${what}: ${found}`, { hint: 'Start a new migration' });
    }
    default:
      return new Failure('still-pending', `${what}: the migration is ${state}`, {
        hint: `Wait for it with "satchel export wait ${id}"`,
      });
  }
}
