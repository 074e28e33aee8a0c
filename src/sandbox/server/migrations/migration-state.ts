import { ARCHIVE_KEPT_DAYS, type MigrationState } from '../../../model/migrations.ts';
import { DAY_MS } from '../../world/timestamps.ts';
import type { MigrationFamily, MigrationStart } from './read-migration-body.ts';

/** How long the service keeps an archive (specification 8.3). */
export const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * DAY_MS;

/** The state of a build, and its end on the clock. */
export type BuildProgress =
  | { readonly status: 'running' }
  | { readonly status: 'done' | 'failed'; readonly endedAtMs: number };

interface MigrationTimes {
  readonly startedAtMs: number;
  readonly pendingMs: number;
  readonly exportMs: number;
  readonly build: BuildProgress;
}

/** The state of a migration, and since when. */
export interface MigrationStatus {
  readonly state: MigrationState;
  readonly sinceMs: number;
}

/**
 * The state of a migration at a moment: pending → exporting → exported or failed, by the clock, and not exported before
 * its archive is complete (specification 3). The last two are final.
 */
export function migrationStatus(times: MigrationTimes, nowMs: number): MigrationStatus {
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

/** True when a migration is only waiting for its build. */
export function isDue(times: Omit<MigrationTimes, 'build'>, nowMs: number): boolean {
  return nowMs >= times.startedAtMs + times.pendingMs + times.exportMs;
}

/** True until the service deletes the archive by itself. */
export function isArchiveKept(status: MigrationStatus, nowMs: number): boolean {
  return status.state === 'exported' && nowMs < status.sinceMs + ARCHIVE_KEPT_MS;
}

/** What never changes about a migration. */
export interface MigrationFacts extends MigrationStart {
  readonly id: number;
  readonly guid: string;
  readonly family: MigrationFamily;
  readonly startedAtMs: number;
  /** Path of the archive on the storage origin. */
  readonly archiveKey: string;
  readonly fate: MigrationFate;
}

export type MigrationFate = 'fails' | 'stays pending' | 'usual';
