import { Failure } from '../base/index.ts';
import { isKnownState, isOver, type MigrationId } from '../model/index.ts';
import { type Debts, findOwedWork } from '../vault/index.ts';
import type { BackupRun } from './backup-options.ts';

/**
 * Makes the calls that are owed to the service, by this run or an earlier one: repositories are unlocked once their
 * migration is over, archives deleted there once ours is verified. What fails stays owed, and is told. Gives the rest.
 */
export async function settleDebts(run: BackupRun): Promise<Debts> {
  const { unlocks, deletions } = readDebts(run);
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
  return readDebts(run);
}

/** What the journal says is owed by now. */
export function readDebts({ journal, service, account }: BackupRun): Debts {
  const own = findOwedWork(journal.lines).find(
    (work) =>
      work.baseUrl === service.baseUrl.href &&
      work.account.toLowerCase() === account.toLowerCase() &&
      work.owner.type === service.owner.type,
  );
  return own ?? { unlocks: [], deletions: [] };
}

/** What is said of a migration that the service knows no more; no state of its own. */
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
    return; // It works on them still.
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
