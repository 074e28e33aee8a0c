import { Failure } from '../base/index.ts';
import type { Migrations } from '../endpoints/index.ts';
import type {
  JournalWriter,
  Migration,
  MigrationId,
  MigrationOrigin,
  MigrationRequest,
  PartHistory,
} from '../model/index.ts';
import { findAdoptable } from './find-adoptable.ts';
import { startMigration } from './start-migration.ts';

/** How to come by a migration for one part of a backup. */
export interface ObtainOptions {
  readonly migrations: Pick<Migrations, 'get' | 'lookFor' | 'start'>;
  /** As the service is to get it. */
  readonly request: MigrationRequest;
  readonly part: string;
  /** What earlier runs wrote of this part. */
  readonly history: PartHistory;
  readonly journal: JournalWriter;
  readonly nowMs: number;
  /** A migration that the person named. */
  readonly namedId?: MigrationId | undefined;
  /** Whether one that the service has already for the same request may be taken. */
  readonly mayAdopt: boolean;
  /** Migrations that are certainly not the one. */
  readonly exceptIds: ReadonlySet<MigrationId>;
  /** The young migrations that the service has. */
  readonly listCandidates: () => Promise<readonly Migration[]>;
  /** Ids of the request's repositories, in its order, as far as the service has told them. */
  readonly repositoryIds: readonly (MigrationId | null)[];
  /** Hears of a start that left no trace before another one is sent. */
  readonly onLost: (sentAtMs: number) => void;
}

/** A migration, and how this run came by it. */
export interface ObtainedMigration {
  readonly migration: Migration;
  /** `known`: an earlier run of the same backup had it. */
  readonly origin: MigrationOrigin | 'known';
}

/**
 * Comes by the migration of a part without ever starting a second one: the journal's first, then the one that a run
 * may have started that was killed before it heard the answer, then one that the service has anyway. Only where there
 * is none of these a start is sent, and the journal knows of it before the service does.
 */
export async function obtainMigration(options: ObtainOptions): Promise<ObtainedMigration> {
  const { history, journal, part } = options;
  const known = history.migration && (await getIfThere(history.migration.id, options));
  if (known !== undefined) {
    return { migration: known, origin: 'known' };
  }
  const obtained = (await findPresent(options)) ?? (await start(options));
  const { migration, origin } = obtained;
  const { id, guid, createdAt } = migration;
  if (options.request.lockRepositories === true && origin !== 'named') {
    const { repositories } = options.request;
    // First of the two: a run that is killed in between looks for the migration once more, and finds it.
    await journal.write({ type: 'unlock-owed', migrationId: id, repositories });
  }
  await journal.write({ type: 'migration-known', part, migrationId: id, guid, createdAt, origin });
  return obtained;
}

interface FreshMigration extends ObtainedMigration {
  readonly origin: MigrationOrigin;
}

/** The migration of the journal; undefined, and noted so, where the service has none of this id. */
async function getIfThere(
  id: MigrationId,
  { migrations, journal, part }: ObtainOptions,
): Promise<Migration | undefined> {
  try {
    return await migrations.get(id);
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      await journal.write({ type: 'part-abandoned', part, migrationId: id, reason: error.message });
      return undefined;
    }
    throw error;
  }
}

async function findPresent(options: ObtainOptions): Promise<FreshMigration | undefined> {
  const { migrations, request, namedId, exceptIds, nowMs, mayAdopt } = options;
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
    ? findAdoptable(await options.listCandidates(), { request, repositoryIds, nowMs, exceptIds })
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
