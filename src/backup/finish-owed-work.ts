import { Failure } from '../model/failure.ts';
import { isKnownState, isOver, type MigrationId } from '../model/migrations.ts';
import { findNeededMigrations, linesAtService } from '../vault/backup-history.ts';
import { findOwedWork, type OwedRequests } from '../vault/owed-work.ts';
import type { BackupRun } from './backup-options.ts';

/**
 * Makes outstanding requests to the service, from this run or an earlier one: unlocks repositories whose migration has
 * ended, and deletes archives there if ours are verified. Failed requests remain outstanding and are reported. Returns
 * the rest.
 */
export async function finishOwedWork(run: BackupRun): Promise<OwedRequests> {
  const { unlocks, deletions } = readOwedWork(run);
  for (const migrationId of new Set(unlocks.map((unlock) => unlock.migrationId))) {
    const repositories = unlocks.filter((unlock) => unlock.migrationId === migrationId);
    await attempt(run, () =>
      unlockAll(
        migrationId,
        repositories.map(({ repository }) => repository),
        run,
      ),
    );
  }
  for (const migrationId of deletions) {
    await attempt(run, async () => {
      const outcome = await run.service.migrations.deleteArchive(migrationId);
      await run.journal.write({ type: 'archive-deleted', migrationId, outcome });
      run.onEvent({ type: 'archive-deleted', migrationId });
    });
  }
  return readOwedWork(run);
}

/** The work that the journal says is outstanding, and that can be done now. */
export function readOwedWork({ journal, service, account, clock }: BackupRun): OwedRequests {
  const own = findOwedWork(journal.lines).find(
    (work) =>
      work.baseUrl === service.baseUrl.href &&
      work.account.toLowerCase() === account.toLowerCase() &&
      work.owner.type === service.owner.type,
  );
  const { unlocks, deletions } = own ?? { unlocks: [], deletions: [] };
  if (deletions.length === 0) {
    return { unlocks, deletions };
  }
  // An interrupted backup may have to download its archives again, on another machine.
  const isNeeded = findNeededMigrations(linesAtService(journal.lines, service.baseUrl.href), clock.now());
  return { unlocks, deletions: deletions.filter((id) => !isNeeded(id)) };
}

async function unlockAll(
  migrationId: MigrationId,
  repositories: readonly string[],
  run: BackupRun,
): Promise<void> {
  const { journal, onEvent } = run;
  const state = await stateOf(migrationId, run);
  if (state !== undefined && !isOver(state)) {
    if (!isKnownState(state)) {
      const message = `Migration ${migrationId} is in the unknown state "${state}": its repositories stay locked until it has ended; unlocking the migration unlocks them now`;
      onEvent({ type: 'trouble', message });
    }
    return; // It is still using them.
  }
  const answered: Record<'unlocked' | 'not-locked', string[]> = { unlocked: [], 'not-locked': [] };
  for (const repository of repositories) {
    const failure = await attempt(run, async () => {
      const outcome = await unlock(migrationId, repository, run);
      await journal.write({ type: 'unlocked', migrationId, repository, outcome });
      answered[outcome].push(repository);
    });
    if (failure?.code === 'absent') {
      break; // It concerns the migration, so the others would fail as well.
    }
  }
  for (const type of ['unlocked', 'not-locked'] as const) {
    if (answered[type].length > 0) {
      onEvent({ type, migrationId, repositories: answered[type] });
    }
  }
}

/** Undefined if the service does not show the migration, although nothing can delete it (specification 4.5). */
async function stateOf(migrationId: MigrationId, { service }: BackupRun): Promise<string | undefined> {
  try {
    return (await service.migrations.get(migrationId, { exclude: ['repositories'] })).state;
  } catch (error) {
    if (isAbsent(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * A 404 settles a lock only if the token can read the migration. Otherwise the token may have lost a scope, and the
 * repository stays unusable: the lock remains outstanding until a later run can see the migration.
 */
async function unlock(migrationId: MigrationId, repository: string, { service }: BackupRun) {
  try {
    return await service.migrations.unlock(migrationId, repository);
  } catch (error) {
    if (!isAbsent(error)) {
      throw error;
    }
    const message = `Cannot unlock the repositories of migration ${migrationId}: it does not exist, or this token cannot see it (404); unlock it with a token that can`;
    throw new Failure('absent', message, { cause: error });
  }
}

function isAbsent(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'absent';
}

async function attempt(run: BackupRun, call: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      throw error;
    }
    run.onEvent({ type: 'trouble', message: error.message });
    return error;
  }
}
