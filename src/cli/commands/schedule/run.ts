import type { Command } from 'commander';
import { loadJobs } from '../../../app/configuration.ts';
import type { Report } from '../../../app/context.ts';
import { takenText } from '../../../app/report-backup.ts';
import { runJob } from '../../../app/run-job.ts';
import { runSchedule } from '../../../app/run-schedule.ts';
import { requireJob } from '../../../app/usual-job.ts';
import { formatDuration } from '../../../base/durations.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import type { Configuration } from '../../../config/configuration.ts';
import { readEnvironmentFile } from '../../../config/environment.ts';
import { EXIT_CODES, type ExitName } from '../../../model/exit-codes.table.ts';
import { Failure } from '../../../model/failure.ts';
import { changesText } from '../../../model/store-changes.ts';
import type { RunRecord } from '../../../schedule/scheduled-job.ts';
import { requireDriver } from '../../../store/driver.ts';
import type { CommandContext } from '../../context.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  requireConfigurationPath,
} from '../../flags/configuration-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags, gatherNames, parsePort } from '../../flags/flags.ts';
import { addLogFlags, type LogFlags } from '../../flags/log-flags.ts';
import { createLog, type Log, type LogLevel } from '../../output/create-log.ts';
import { jsonLine } from '../../output/json-names.ts';
import { cellText } from '../../render/cell-text.ts';

interface RunFlags extends ConfigurationFlags, LogFlags, CommonFlags {
  readonly job?: readonly string[];
  readonly worker?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly state?: string;
  readonly environmentFile?: string;
}

/** `satchel schedule run`: the daemon; with `--job`, runs the named jobs once, now. */
export function defineScheduleRun(command: Command, given: CommandContext): void {
  addConfigurationFlag(command);
  addFlag(command, '--job <name...>', 'run these jobs once, now, and exit: for cron and other schedulers', {
    parse: gatherNames,
  });
  addFlag(
    command,
    '--worker',
    'share the jobs with other workers, on any machines, through their vault in object storage',
  );
  addFlag(command, '--host <address>', 'address of /healthz and /metrics (default: 127.0.0.1)');
  addFlag(command, '--port <number>', 'port of /healthz and /metrics; 0 picks a free one (default: 9477)', {
    parse: parsePort,
  });
  addFlag(
    command,
    '--state <file>',
    'file that keeps the state of the schedule (default: in ~/.local/state/satchel)',
  );
  addFlag(
    command,
    '--environment-file <file>',
    'read variables from its NAME=value lines: cron and launchd do not set any',
  );
  addLogFlags(command, 'info; none with --job');
  addHelpEnd(command, [
    'schedule run',
    'schedule run --config team.yaml --log-file satchel.log',
    'schedule run --job nightly',
    'schedule run --worker --config team.yaml',
  ]);
  command.action(async (flags: RunFlags) => {
    requireDriver(); // A missing driver must be reported before a missing configuration.
    if (flags.worker === true && (flags.job ?? flags.state) !== undefined) {
      throw new Failure('usage', 'Cannot use --worker together with --job or --state', {
        hint: 'Workers share all jobs, and keep the state of the schedule in the vault',
      });
    }
    const context = await withVariables(flags, given);
    const configuration = await loadJobs(await requireConfigurationPath(flags, context), context);
    const names = flags.job?.map((name) => requireJob(name, configuration).name);
    await withLogOfSchedule(configuration, flags, context, async (log, logged) => {
      const settings = { ...flags, configuration };
      if (names === undefined) {
        const onReady = (ready: Ready) => announce(ready, flags, context);
        await runSchedule({ ...settings, onReady, onHangup: reopening(log, context) }, logged);
      }
      for (const name of names ?? []) {
        show(await runJob(name, settings, logged), flags, context);
      }
    });
  });
}

/** Variables of the file override those of the environment. */
async function withVariables(
  { environmentFile }: RunFlags,
  context: CommandContext,
): Promise<CommandContext> {
  return environmentFile === undefined
    ? context
    : { ...context, env: { ...context.env, ...(await readEnvironmentFile(environmentFile)) } };
}

/** Sends all reports to the log, with all secrets redacted, including those that are read later. */
async function withLogOfSchedule(
  configuration: Configuration,
  { job, logLevel, logFile, quiet }: RunFlags,
  context: CommandContext,
  work: (log: Log, context: CommandContext) => Promise<void>,
): Promise<void> {
  const isLogged = logLevel !== undefined || logFile !== undefined;
  const quietly = isLogged ? 'warn' : 'silent'; // Without a log, a sentence reports the result of the job.
  const { level = job === undefined ? 'info' : quietly, file } = configuration.log;
  const secrets = new Set<string>();
  const log = createLog({
    level: logLevel ?? (level as LogLevel), // The schema has validated it.
    file: logFile ?? file,
    stderr: context.stderr,
    clock: context.clock,
    secrets,
  });
  const onSecret = (secret: string) => {
    secrets.add(secret);
    context.onSecret?.(secret);
  };
  const hasLog = job === undefined || isLogged || configuration.log.level !== undefined;
  const onReport = (report: Report) => {
    log.report(report);
    if (hasLog || typeof report.text !== 'string') {
      return;
    }
    // Nothing else would show these.
    if (report.type === 'notification-failed') {
      context.stderr.write(`satchel: ${cellText(report.text)}.\n`);
    } else if (report.type === 'wait' && quiet !== true) {
      context.stderr.write(`${cellText(report.text)}\n`);
    }
  };
  try {
    await work(log, { ...context, onReport, onSecret });
  } finally {
    log.close();
  }
}

/** SIGHUP reopens the log, which may have been rotated, before the configuration is reloaded. */
function reopening(log: Log, { onHangup }: CommandContext): CommandContext['onHangup'] {
  return (
    onHangup &&
    ((listener) =>
      onHangup(() => {
        log.reopen();
        listener();
      }))
  );
}

interface Ready {
  readonly url: string;
  readonly jobs: number;
}

function announce(ready: Ready, { json, quiet }: RunFlags, { stdout }: CommandContext): void {
  if (json === true) {
    stdout.write(jsonLine({ messageType: 'ready', ...ready }));
  } else if (quiet !== true) {
    stdout.write(
      `Running the schedule of ${countText(ready.jobs, 'job')}; its status is at ${ready.url}/healthz and ${ready.url}/metrics\n`,
    );
  }
}

function show(record: RunRecord, { json, quiet }: RunFlags, context: CommandContext): void {
  const isDone = record.exitStatus === EXIT_CODES.done.status;
  if (json === true) {
    context.stdout.write(jsonLine({ messageType: 'summary', ...record }));
  } else if (quiet !== true || !isDone || record.summary?.isFromEarlier === true) {
    context.stdout.write(describeRecord(record));
  }
  if (!isDone) {
    context.endWith(exitNameOf(record.exitStatus));
  }
}

function exitNameOf(status: number): ExitName {
  const found = Object.entries(EXIT_CODES).find(([, row]) => row.status === status);
  return (found?.[0] ?? 'failed') as ExitName; // It is a key of the table.
}

/** The result of a manual run in words. */
function describeRecord({ job, outcome, summary, failure, startedMs, endedMs }: RunRecord): string {
  const took = formatDuration(endedMs - startedMs);
  if (failure !== undefined) {
    return `The job "${job}" ${outcome} after ${took}: ${cellText(failure.message)}. ${cellText(failure.commandHint ?? failure.hint)}.\n`;
  }
  if (summary === undefined) {
    return `The job "${job}" had nothing to do: the last good backup is recent enough.\n`;
  }
  const { repositories, records, bytes, takenAt, isFromEarlier = false, changes } = summary;
  const what = `${countText(repositories, 'repository', 'repositories')}, ${countText(records, 'record')}, ${formatSize(bytes)}`;
  const note = outcome === 'warned' ? '; with warnings: "satchel status" shows them' : '';
  const taken = takenAt === undefined ? '' : `, taken ${takenText({ takenAt, isFromEarlier })}`;
  const changed = changes === undefined ? '' : `, ${changesText(changes)}`;
  return `The job "${job}" finished in ${took}: ${what}${changed}${taken}, verified and loaded${note}.\n`;
}
