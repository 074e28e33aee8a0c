import { ARCHIVE_KEPT_DAYS, type MigrationState } from '../../../model/index.ts';
import type { ExportedArchive } from '../../archive/write-archive.ts';
import type { MigrationFamily, MigrationOrder } from './migration-order.ts';

/** How long the service keeps an archive (specification 8.3). */
export const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

/** How far the background work is, and when it ended on the clock. */
export type BuildProgress =
  | { readonly status: 'running' }
  | { readonly status: 'done' | 'failed'; readonly endedAtMs: number };

interface MigrationTimes {
  readonly startedAtMs: number;
  readonly pendingMs: number;
  readonly exportMs: number;
  readonly build: BuildProgress;
}

/** The state of a migration, and since when it has it. */
export interface MigrationStanding {
  readonly state: MigrationState;
  readonly sinceMs: number;
}

/**
 * The state of a migration at a moment: pending → exporting → exported or failed, by the clock, and not
 * exported before its archive is there (specification 3). Nothing leaves the last two.
 */
export function migrationStanding(times: MigrationTimes, nowMs: number): MigrationStanding {
  const exportingAtMs = times.startedAtMs + times.pendingMs;
  if (nowMs < exportingAtMs) {
    return { state: 'pending', sinceMs: times.startedAtMs };
  }
  const dueAtMs = exportingAtMs + times.exportMs;
  if (nowMs < dueAtMs || times.build.status === 'running') {
    return { state: 'exporting', sinceMs: exportingAtMs };
  }
  const sinceMs = Math.max(dueAtMs, times.build.endedAtMs);
  return { state: times.build.status === 'done' ? 'exported' : 'failed', sinceMs };
}

/** True once only the build can keep the migration from its last state. */
export function isDue(times: Omit<MigrationTimes, 'build'>, nowMs: number): boolean {
  return nowMs >= times.startedAtMs + times.pendingMs + times.exportMs;
}

/** True while the service still holds the archive, unless it was deleted. */
export function isArchiveKept(standing: MigrationStanding, nowMs: number): boolean {
  return standing.state === 'exported' && nowMs < standing.sinceMs + ARCHIVE_KEPT_MS;
}

/** What never changes about a migration. */
export interface MigrationFacts extends Omit<MigrationOrder, 'type'> {
  readonly id: number;
  readonly guid: string;
  readonly family: MigrationFamily;
  readonly startedAtMs: number;
  /** Path of the archive on the storage origin. */
  readonly archiveKey: string;
  readonly fate: MigrationFate;
}

/** What is to become of a migration. */
export type MigrationFate = 'fails' | 'stays pending' | 'usual';

/** A migration as the state of a sandbox remembers it. */
export interface KeptMigration {
  readonly facts: Omit<MigrationFacts, 'repositories'>;
  /** How much had happened in the world when it began: from that the same archive can be built again. */
  readonly deedCount: number;
  readonly isArchiveDeleted: boolean;
  readonly progress: BuildProgress;
  /** Absent where there is none, or none yet. */
  readonly archive?: ExportedArchive;
}
