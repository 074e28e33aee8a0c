import { ageOf } from '../base/durations.ts';
import { fitsRequest, statesSwitches } from '../endpoints/fits-request.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type Migration,
  type MigrationId,
  type MigrationRequest,
} from '../model/migrations.ts';

/**
 * Older migrations are too outdated to be used instead of a new one: people expect a backup to contain what is there when
 * they start it. A run of the same vault that was interrupted resumes its own migration at any age.
 */
export const MAX_ADOPTED_AGE_MS = 10 * 60_000;

const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

export interface AdoptOptions {
  readonly request: MigrationRequest;
  readonly repositoryIds: readonly (MigrationId | null)[] | undefined;
  readonly nowMs: number;
  /** Migrations that must not be adopted, such as those in the vault, and what is older than one of them. */
  readonly exceptIds: ReadonlySet<MigrationId>;
}

/**
 * Finds the newest migration for the same repositories and switches whose archive exists or will exist: it may have been
 * started by hand, or by a tool that was interrupted. One that leaves a switch unstated may lack git data or records: it
 * is never adopted, so a service that follows the specification to the letter gets a new migration instead. If the newest
 * one is in the vault, an older one would only add outdated data.
 */
export function findAdoptable(
  candidates: readonly Migration[],
  { request, repositoryIds, nowMs, exceptIds }: AdoptOptions,
): Migration | undefined {
  const [newest] = candidates
    .filter((migration) => isUsable(migration, nowMs) && statesSwitches(migration, request))
    .filter((migration) => fitsRequest(migration, request, repositoryIds))
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest === undefined || exceptIds.has(newest.id) ? undefined : newest;
}

function isUsable({ state, createdAt, updatedAt }: Migration, nowMs: number): boolean {
  const isExpired = state === 'exported' && nowMs >= Date.parse(updatedAt) + ARCHIVE_KEPT_MS;
  const ageMs = ageOf(Date.parse(createdAt), nowMs);
  const isYoung = ageMs !== undefined && ageMs <= MAX_ADOPTED_AGE_MS;
  return state !== 'failed' && isYoung && !isExpired;
}
