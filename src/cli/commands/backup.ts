import { dirname } from 'node:path';
import type { Command } from 'commander';
import { type BackupReport, runBackup, type SkippedBackup } from '../../backup/index.ts';
import { formatDuration, satchelVersion } from '../../base/index.ts';
import { requireDriver } from '../../store/index.ts';
import { judgeRecipients, openVault } from '../../vault/index.ts';
import { addBackupFlags, type BackupWayFlags, readBackupWay } from '../backup-flags.ts';
import { addWithFlag, captureWork, requireBudgetsOfSomebody, type WithFlags } from '../capture-work.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags.ts';
import { addRecipientFlags, type RecipientFlags, recipientsOf } from '../identity-flags.ts';
import { addKeepFlags, type KeepFlags, requirePolicy } from '../keep-flags.ts';
import { addLogFlags, type LogFlags, withLog } from '../log/log-flags.ts';
import { describeBackup } from '../render/describe-backup.ts';
import { addRequestFlags, type RequestFlags, readRequest } from '../request-flags.ts';
import { runWithService, type ServiceCommandFlags } from '../run-with-service.ts';
import { findUsualJob, withJob } from '../schedule/usual-job.ts';
import { showChoice } from '../selection-flags.ts';
import { addServiceFlags } from '../service.ts';
import { showBackup } from '../show-backup.ts';
import { findStore, rememberStore } from '../store-location.ts';
import { chooseVault } from '../vault-flags.ts';
import { addWaitFlags, type WaitFlags } from '../wait-flags.ts';

/** The flags of a backup. */
export type BackupFlags = ServiceCommandFlags &
  RequestFlags &
  WaitFlags &
  WithFlags &
  BackupWayFlags &
  KeepFlags &
  RecipientFlags &
  LogFlags & { readonly vault?: string; readonly job?: string };

/** `satchel backup`: the whole chain. */
export function defineBackup(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addFlag(
    command,
    '--job <name>',
    'do what this job of the configuration says (default: the only one); other flags win over it',
  );
  addFlag(
    command,
    '--vault <dir>',
    "where archives, manifests and the store are kept; made where there is none (default: the configuration's)",
  );
  addRequestFlags(command);
  addBackupFlags(command);
  addWaitFlags(command);
  addWithFlag(command);
  addRecipientFlags(command);
  addKeepFlags(command);
  addLogFlags(command, 'nothing');
  addHelpEnd(command, [
    'backup --vault ~/work',
    'backup --vault ~/work --fork no --pushed-since 365d --except "*/scratch-*"',
    'backup --base-url https://code.example.org/api/v3 --vault ~/work --repository acme/rocket acme/pad',
    'backup --vault ~/work --split 200 --skip-if-younger 20h --delete-archive',
    'backup --vault ~/work --keep-daily 7 --keep-weekly 5 --keep-monthly 12',
    'backup --vault ~/work --recipients-file ~/.config/satchel/recipients.txt',
  ]);
  command.action(async (given: BackupFlags) => {
    const job = await findUsualJob(given, context);
    const flags = job === undefined ? given : withJob(given, job);
    if (job !== undefined && given.quiet !== true && given.json !== true) {
      context.stderr.write(`By the job "${job.name}" of the configuration\n`);
    }
    if (flags.dryRun === true) {
      return await runWithService(flags, context, async (service, reporter) => {
        await showChoice(await readRequest(flags, context), service, { flags, reporter, context });
      });
    }
    const report = await withLog(flags, context, async (logged) => await performBackup(flags, logged));
    if (report === undefined) {
      return;
    }
    await rememberStore(report.storePath, context);
    if (flags.json !== true && flags.quiet !== true) {
      const isUsual = (await findStore({}, context).catch(() => undefined)) === report.storePath;
      const vault = isUsual ? '' : ` --vault ${dirname(report.storePath)}`;
      context.stderr.write(`Read it: ${context.invocation} browse${vault}\n`);
    }
  });
}

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
