import { type BackupReport, runBackup, type SkippedBackup } from '../backup/index.ts';
import { formatDuration, satchelVersion } from '../base/index.ts';
import { requireDriver } from '../store/index.ts';
import { judgeRecipients, openVault } from '../vault/index.ts';
import { type BackupWayFlags, readBackupWay } from './backup-flags.ts';
import { captureWork, requireBudgetsOfSomebody, type WithFlags } from './capture-work.ts';
import type { CommandContext } from './context.ts';
import { type RecipientFlags, recipientsOf } from './identity-flags.ts';
import { type KeepFlags, requirePolicy } from './keep-flags.ts';
import type { LogFlags } from './log/log-flags.ts';
import { describeBackup } from './render/describe-backup.ts';
import { type RequestFlags, readRequest } from './request-flags.ts';
import { runWithService, type ServiceCommandFlags } from './run-with-service.ts';
import { showBackup } from './show-backup.ts';
import { chooseVault } from './vault-flags.ts';
import type { WaitFlags } from './wait-flags.ts';

/** The flags of a backup. */
export type BackupFlags = ServiceCommandFlags &
  RequestFlags &
  WaitFlags &
  WithFlags &
  BackupWayFlags &
  KeepFlags &
  RecipientFlags &
  LogFlags & { readonly vault?: string; readonly job?: string };

/**
 * Runs a backup as the command does, with its lines or events, and sets the exit status. Undefined where none was
 * needed.
 */
export async function performBackup(
  flags: BackupFlags,
  context: CommandContext,
): Promise<BackupReport | undefined> {
  requireDriver(); // Before the service is asked for anything: an export may take hours.
  const directory = await chooseVault(flags, context);
  const { clock } = context;
  requireBudgetsOfSomebody(flags);
  return await runWithService(flags, context, async (service, reporter) => {
    const wish = await readRequest(flags, context);
    const recipients = await recipientsOf(flags);
    await judgeRecipients(recipients); // A mistaken key is told before anything is started.
    const vault = await openVault(directory, { clock, create: true });
    const startedMs = clock.now();
    const outcome = await runBackup({
      ...readBackupWay(flags),
      service,
      vault,
      wish,
      clock,
      random: context.random,
      runId: context.runId,
      job: flags.job,
      satchelVersion: satchelVersion(),
      pollIntervalMs: flags.pollInterval,
      deadlineMs: flags.timeout,
      captures: captureWork(flags, service),
      searchPath: context.env['PATH'] ?? '',
      recipients,
      retention: requirePolicy(flags),
      maxDrop: flags.maxDrop,
      signal: context.signal,
      onEvent: showBackup(reporter, clock),
    });
    const durationMs = clock.now() - startedMs;
    context.endWith(outcome.exit);
    if ('lastTakenAt' in outcome) {
      reporter.event('summary', { isSkipped: true, ...outcome }, skippedText(outcome));
      return undefined;
    }
    reporter.event('summary', { ...outcome, durationMs });
    if (flags.json !== true && (flags.quiet !== true || outcome.exit !== 'done')) {
      context.stdout.write(describeBackup(outcome, durationMs)); // cron mails what is printed: success is none of it.
    }
    return outcome;
  });
}

function skippedText({ account, ageMs }: SkippedBackup): string {
  return `Nothing to do: the last good backup of ${account} is ${formatDuration(ageMs)} old`;
}
