import { ageOf } from '../base/index.ts';
import { fitsRequest, type Migrations } from '../endpoints/index.ts';
import { ARCHIVE_KEPT_DAYS, type Migration, type MigrationRequest } from '../model/index.ts';

/** An older migration shows the work as it was too long ago to stand for today. */
export const MAX_ADOPTED_AGE_MS = 12 * 3_600_000;

/** So many of the youngest migrations are looked at more closely: each costs a request. */
export const MAX_CANDIDATES = 20;

const ARCHIVE_KEPT_MS = ARCHIVE_KEPT_DAYS * 86_400_000;

interface AdoptOptions {
  readonly migrations: Pick<Migrations, 'get' | 'list'>;
  readonly request: MigrationRequest;
  readonly nowMs: number;
  /** Migrations that are not to be adopted: those in the vault, above all. */
  readonly exceptIds: ReadonlySet<number>;
}

/**
 * Finds the youngest migration that the service has for the same repositories and switches, and whose archive is
 * there or will be: somebody has just started it by hand, or with a tool that gave up.
 */
export async function findAdoptable(options: AdoptOptions): Promise<Migration | undefined> {
  const candidates: Migration[] = [];
  for await (const migration of options.migrations.list({ exclude: ['repositories'] })) {
    if (isUsable(migration, options)) {
      candidates.push(migration);
    }
  }
  candidates.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  for (const { id } of candidates.slice(0, MAX_CANDIDATES)) {
    const migration = await options.migrations.get(id);
    if (fitsRequest(migration, options.request)) {
      return migration;
    }
  }
  return undefined;
}

function isUsable(
  { id, state, createdAt, updatedAt }: Migration,
  { nowMs, exceptIds }: AdoptOptions,
): boolean {
  const isExpired = state === 'exported' && nowMs >= Date.parse(updatedAt) + ARCHIVE_KEPT_MS;
  const ageMs = ageOf(Date.parse(createdAt), nowMs);
  const isYoung = ageMs !== undefined && ageMs <= MAX_ADOPTED_AGE_MS;
  return state !== 'failed' && isYoung && !isExpired && !exceptIds.has(id);
}
