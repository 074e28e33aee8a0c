import { ageOf } from '../base/index.ts';
import { fitsRequest } from '../endpoints/index.ts';
import {
  ARCHIVE_KEPT_DAYS,
  type Migration,
  type MigrationId,
  type MigrationRequest,
} from '../model/index.ts';

/** An older migration shows the work as it was too long ago to stand for today. */
export const MAX_ADOPTED_AGE_MS = 12 * 3_600_000;

const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

export interface AdoptOptions {
  readonly request: MigrationRequest;
  readonly repositoryIds: readonly (MigrationId | null)[] | undefined;
  readonly nowMs: number;
  /** Migrations that are not to be adopted: those in the vault, above all. */
  readonly exceptIds: ReadonlySet<MigrationId>;
}

/**
 * Finds the youngest migration that the service has for the same repositories and switches, and whose archive is
 * there or will be: somebody has just started it by hand, or with a tool that gave up.
 */
export function findAdoptable(
  candidates: readonly Migration[],
  { request, repositoryIds, ...usable }: AdoptOptions,
): Migration | undefined {
  return candidates
    .filter((migration) => isUsable(migration, usable) && fitsRequest(migration, request, repositoryIds))
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
