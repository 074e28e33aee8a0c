import { definedMembers } from '../base/json.ts';
import { createRunId } from '../base/run-id.ts';
import type { ExitName } from '../model/exit-codes.table.ts';
import { exitOf, messageOf } from '../model/failure.ts';
import { redactSecrets } from '../model/redact-secrets.ts';
import type { RunJournal } from '../vault/journal.ts';
import type { BackupOptions, BackupRun } from './backup-options.ts';
import { finishOwedWork, readOwedWork } from './finish-owed-work.ts';

const COMMAND = 'satchel backup';

/** The exit status of a run, and the reason if it did not do what it was started for. */
interface RunOutcome {
  readonly exit: ExitName;
  readonly reason?: string;
}

/**
 * Runs `work` between the first and the last line of a run in the journal, with the vault locked. If it fails,
 * outstanding requests to the service are tried once more.
 */
export async function withRun<Outcome extends RunOutcome>(
  options: BackupOptions,
  work: (run: BackupRun) => Promise<Outcome>,
): Promise<Outcome> {
  const release = await options.vault.lock(COMMAND);
  try {
    const journal = await openJournal(options);
    try {
      return await perform(options, journal, work);
    } finally {
      await journal.close();
    }
  } finally {
    await release();
  }
}

async function openJournal(options: BackupOptions): Promise<RunJournal> {
  const { vault, clock, random, service, onEvent } = options;
  const journal = await vault.journal.open(options.runId ?? createRunId(clock, random));
  if (journal.damage !== undefined) {
    const message = `The vault's journal ${journal.damage}; the rest is used. A repair of the vault records the damage`;
    onEvent({ type: 'trouble', message });
  }
  service.onWait?.(({ reason, durationMs }) => journal.note({ type: 'waited', reason, durationMs }));
  return journal;
}

async function perform<Outcome extends RunOutcome>(
  options: BackupOptions,
  journal: RunJournal,
  work: (run: BackupRun) => Promise<Outcome>,
): Promise<Outcome> {
  const { service, satchelVersion, signal, onEvent, job, configuration } = options;
  const { baseUrl, owner } = service;
  let run: BackupRun | undefined;
  try {
    await journal.write({
      type: 'run-begun',
      command: COMMAND,
      satchelVersion,
      baseUrl: baseUrl.href,
      owner,
      ...definedMembers({ job, configuration }),
    });
    run = {
      ...options,
      journal,
      account: await findAccount(options),
      onEvent(event) {
        onEvent(event);
        if (event.type === 'trouble') {
          journal.note({ ...event, message: redactSecrets(event.message) });
        }
      },
    };
    await journal.write({ type: 'account-known', account: run.account });
    await options.vault.origin?.holdAccount(`${baseUrl.href} ${run.account.toLowerCase()}`);
    const outcome = await work(run);
    const { exit, reason } = outcome;
    await journal.write({ type: 'run-ended', exit, ...definedMembers({ reason }) });
    return outcome;
  } catch (error) {
    if (run !== undefined) {
      await finishAfterFailure(run);
    }
    const exit = signal.aborted ? 'interrupted' : exitOf(error);
    await journal.write({ type: 'run-ended', exit, reason: messageOf(error) }).catch(() => undefined);
    throw error;
  }
}

/** Makes outstanding requests after a failure, and reports the rest; the original error is what the run ends with. */
async function finishAfterFailure(run: BackupRun): Promise<void> {
  const owed = run.signal.aborted ? undefined : await finishOwedWork(run).catch(() => undefined);
  const { unlocks, deletions } = owed ?? readOwedWork(run);
  if (unlocks.length > 0 || deletions.length > 0) {
    run.onEvent({ type: 'owed', unlocks, deletions });
  }
}

/** The first request: it verifies the base URL and the token before anything is started. */
async function findAccount({ service, onEvent }: BackupOptions): Promise<string> {
  const { login } = await service.getAccount();
  onEvent({ type: 'account', login });
  return service.owner.type === 'user' ? login : service.owner.name;
}
