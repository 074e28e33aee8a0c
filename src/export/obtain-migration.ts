import type { Clock } from '../base/clock.ts';
import type { Migrations } from '../endpoints/migrations.ts';
import { Failure } from '../model/failure.ts';
import type { JournalWriter, MigrationOrigin, PartHistory } from '../model/journal.ts';
import type { Migration, MigrationId, MigrationRequest } from '../model/migrations.ts';
import { findAdoptable } from './find-adoptable.ts';
import { readKnownMigration } from './read-known-migration.ts';
import { startMigration } from './start-migration.ts';
import type { WaitOptions } from './wait-for-migration.ts';

/** How to obtain a migration for one part of a backup. */
export interface ObtainOptions extends Pick<WaitOptions, 'onTrouble' | 'signal'> {
  readonly migrations: Pick<Migrations, 'get' | 'lookFor' | 'start'>;
  readonly request: MigrationRequest;
  readonly part: string;
  /** The journal of earlier runs about this part. */
  readonly history: PartHistory;
  readonly journal: JournalWriter;
  readonly clock: Clock;
  /** A migration chosen by the user. */
  readonly namedId?: MigrationId | undefined;
  /** Whether an existing migration for the same request may be used. */
  readonly mayAdopt: boolean;
  /** Migrations that certainly have another origin. */
  readonly exceptIds: ReadonlySet<MigrationId>;
  /** Lists the recent migrations. */
  readonly listCandidates: () => Promise<readonly Migration[]>;
  /** The ids of the request's repositories, in its order; null if unknown. */
  readonly repositoryIds: readonly (MigrationId | null)[];
  /** Called before a start is repeated because its migration cannot be found. */
  readonly onLost: (sentAtMs: number) => void;
}

/** A migration, and where this run found it. */
export interface ObtainedMigration {
  readonly migration: Migration;
  /** `known`: an earlier run of the same backup had it. */
  readonly origin: MigrationOrigin | 'known';
}

/**
 * Obtains the migration of a part without ever starting a second one. It is, in this order, the one in the journal, one
 * that a killed run may have started, or another one for the same request. Only if there is none is a new one started,
 * and that is recorded in the journal first.
 */
export async function obtainMigration(options: ObtainOptions): Promise<ObtainedMigration> {
  const { history, journal, part } = options;
  const known = history.migration && (await getIfPresent(history.migration.id, options));
  if (known !== undefined) {
    return { migration: known, origin: 'known' };
  }
  const obtained = (await findPresent(options)) ?? (await start(options));
  const { migration, origin } = obtained;
  const { id, guid, createdAt } = migration;
  if (options.request.lockRepositories === true && origin !== 'named') {
    const { repositories } = options.request;
    // Written first: if the run is killed in between, the next one finds the migration again.
    await journal.write({ type: 'unlock-owed', migrationId: id, repositories });
  }
  await journal.write({ type: 'migration-known', part, migrationId: id, guid, createdAt, origin });
  return obtained;
}

interface FreshMigration extends ObtainedMigration {
  readonly origin: MigrationOrigin;
}

/** A replica that lags behind catches up sooner, and a service that was replaced, such as the sandbox, never has it again. */
const MAX_RESUMED_DOUBT_MS = 60_000;

/** The migration of the journal; if the service no longer has it, records that and returns undefined. */
async function getIfPresent(id: MigrationId, options: ObtainOptions): Promise<Migration | undefined> {
  const { journal, part } = options;
  try {
    return await readKnownMigration({ ...options, id, maxDoubtMs: MAX_RESUMED_DOUBT_MS });
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      await journal.write({ type: 'part-abandoned', part, migrationId: id, reason: error.message });
      return undefined;
    }
    throw error;
  }
}

async function findPresent(options: ObtainOptions): Promise<FreshMigration | undefined> {
  const { migrations, request, namedId, exceptIds, clock, mayAdopt } = options;
  const { intendedAtMs, migration, repositoryIds = options.repositoryIds } = options.history;
  if (namedId !== undefined) {
    return { migration: await migrations.get(namedId), origin: 'named' };
  }
  if (intendedAtMs !== undefined && migration === undefined) {
    const found = await migrations.lookFor(request, {
      sentAtMs: intendedAtMs,
      exceptIds,
      repositoryIds,
    });
    if (found !== undefined) {
      return { migration: found, origin: 'found' };
    }
    options.onLost(intendedAtMs);
  }
  const adopted = mayAdopt
    ? findAdoptable(await options.listCandidates(), {
        request,
        repositoryIds,
        nowMs: clock.now(),
        exceptIds,
      })
    : undefined;
  return adopted && { migration: adopted, origin: 'adopted' };
}

async function start(options: ObtainOptions): Promise<FreshMigration> {
  const { migrations, request, repositoryIds, journal, part } = options;
  const hasIds = repositoryIds.some((id) => id !== null);
  await journal.write({ type: 'start-intended', part, ...(hasIds ? { repositoryIds } : {}) });
  const { migration, isAdopted } = await startMigration({ migrations, request, repositoryIds });
  return { migration, origin: isAdopted ? 'found' : 'started' };
}
