import { Failure } from '../base/index.ts';
import { isKnownState, isOver, type MigrationId } from '../model/index.ts';
import { findNeededMigrations, findOwedWork, linesAtService, type OwedRequests } from '../vault/index.ts';
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

/** The state of a migration that the service no longer knows; not a state of the service. */
const GONE = '(gone)';

async function unlockAll(
  migrationId: MigrationId,
  repositories: readonly string[],
  run: BackupRun,
): Promise<void> {
  const { service, journal } = run;
  const state = await stateOf(migrationId, run);
  if (state !== GONE && !isOver(state)) {
    if (!isKnownState(state)) {
      const message = `Migration ${migrationId} is in the unknown state "${state}": its repositories stay locked until it has ended; "satchel export unlock ${migrationId}" unlocks them now`;
      run.onEvent({ type: 'trouble', message });
    }
    return; // It is still using them.
  }
  const unlocked: string[] = [];
  for (const repository of repositories) {
    await attempt(run, async () => {
      const outcome = state === GONE ? 'gone' : await service.migrations.unlock(migrationId, repository);
      await journal.write({ type: 'unlocked', migrationId, repository, outcome });
      unlocked.push(repository);
    });
  }
  if (unlocked.length > 0) {
    run.onEvent({ type: 'unlocked', migrationId, repositories: unlocked });
  }
}

async function stateOf(migrationId: MigrationId, { service }: BackupRun): Promise<string> {
  try {
    return (await service.migrations.get(migrationId, { exclude: ['repositories'] })).state;
  } catch (error) {
    if (error instanceof Failure && error.code === 'absent') {
      return GONE;
    }
    throw error;
  }
}

async function attempt(run: BackupRun, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      throw error;
    }
    run.onEvent({ type: 'trouble', message: error.message });
  }
}
