import { ageOf } from '../base/index.ts';
import { fitsRequest, statesSwitches } from '../endpoints/index.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type Migration,
  type MigrationId,
  type MigrationRequest,
} from '../model/index.ts';

/** Older migrations are too outdated to be used instead of a new one. */
export const MAX_ADOPTED_AGE_MS = 12 * 3_600_000;

const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

export interface AdoptOptions {
  readonly request: MigrationRequest;
  readonly repositoryIds: readonly (MigrationId | null)[] | undefined;
  readonly nowMs: number;
  /** Migrations that must not be adopted, such as those in the vault. */
  readonly exceptIds: ReadonlySet<MigrationId>;
}

/**
 * Finds the newest migration for the same repositories and switches whose archive exists or will exist: it may have been
 * started by hand, or by a tool that was interrupted. One that leaves a switch unstated may lack git data or records: it
 * is never adopted, so a service that follows the specification to the letter gets a new migration instead.
 */
export function findAdoptable(
  candidates: readonly Migration[],
  { request, repositoryIds, ...usable }: AdoptOptions,
): Migration | undefined {
  return candidates
    .filter((migration) => isUsable(migration, usable) && statesSwitches(migration, request))
    .filter((migration) => fitsRequest(migration, request, repositoryIds))
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0];
}

function isUsable(
  { id, state, createdAt, updatedAt }: Migration,
  { nowMs, exceptIds }: Pick<AdoptOptions, 'nowMs' | 'exceptIds'>,
): boolean {
  const isExpired = state === 'exported' && nowMs >= Date.parse(updatedAt) + ARCHIVE_KEPT_MS;
  const ageMs = ageOf(Date.parse(createdAt), nowMs);
  const isYoung = ageMs !== undefined && ageMs <= MAX_ADOPTED_AGE_MS;
  return state !== 'failed' && isYoung && !isExpired && !exceptIds.has(id);
}
