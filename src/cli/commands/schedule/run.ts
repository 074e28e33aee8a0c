import type { Command } from 'commander';
import { EXIT_CODES, formatDuration, formatSize } from '../../../base/index.ts';
import type { JobSettings } from '../../../config/index.ts';
import { type RunRecord, runNow } from '../../../schedule/index.ts';
import { requireDriver } from '../../../store/index.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  loadConfiguration,
  requireConfigurationPath,
} from '../../configuration.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, gatherNames, parsePort } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { addLogFlags, type LogFlags } from '../../log/log-flags.ts';
import { cellText } from '../../render/cell-text.ts';
import { countText } from '../../render/count-text.ts';
import { runDaemon } from '../../schedule/run-daemon.ts';
import { scheduledJob } from '../../schedule/scheduled-jobs.ts';
import { ownStatePath, statePath } from '../../schedule/state-files.ts';
import { requireJob } from '../../schedule/usual-job.ts';

interface RunFlags extends ConfigurationFlags, LogFlags {
  readonly job?: readonly string[];
  readonly host?: string;
  readonly port?: number;
  readonly state?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel schedule run`: the daemon; with `--job`, the named jobs once, now. */
export function defineScheduleRun(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  addFlag(command, '--job <name...>', 'run these jobs once, now, and exit: for cron and other schedulers', {
    parse: gatherNames,
  });
  addFlag(command, '--host <address>', 'address of /healthz and /metrics (default: 127.0.0.1)');
  addFlag(command, '--port <number>', 'port of /healthz and /metrics; 0 picks a free one (default: 9477)', {
    parse: parsePort,
  });
  addFlag(
    command,
    '--state <file>',
    'file that keeps the state of the schedule (default: in ~/.local/state/satchel)',
  );
  addLogFlags(command, 'info, with --job nothing');
  addHelpEnd(command, [
    'schedule run',
    'schedule run --config team.yaml --port 0 --json --log-file satchel.log',
    'schedule run --job nightly',
  ]);
  command.action(async (flags: RunFlags) => {
    requireDriver();
    const state = statePath(flags.state, context);
    if (flags.job !== undefined) {
      const jobs = await chooseJobs(flags.job, flags, context);
      for (const job of jobs) {
        await runOnce(job, { flags, state }, context);
      }
      return;
    }
    const { openOperations } = await import('../../schedule/open-operations.ts');
    const operations = await openOperations({ flags, context, state, usualLevel: 'info' });
    try {
      await runDaemon(flags, operations, context);
    } finally {
      await operations.close();
    }
  });
}

async function chooseJobs(
  names: readonly string[],
  flags: RunFlags,
  context: CommandContext,
): Promise<readonly JobSettings[]> {
  const configuration = await loadConfiguration(await requireConfigurationPath(flags, context), context);
  return names.map((name) => requireJob(name, configuration));
}

interface Surroundings {
  readonly flags: RunFlags;
  readonly state: string;
}

async function runOnce(
  job: JobSettings,
  { flags, state }: Surroundings,
  context: CommandContext,
): Promise<void> {
  const own = ownStatePath(state, job.name);
  const { exitNameOf, openOperations } = await import('../../schedule/open-operations.ts');
  const isLogged = flags.logLevel !== undefined || flags.logFile !== undefined;
  const usualLevel = isLogged ? 'warn' : 'silent'; // Without a log, a sentence says how it ended.
  const operations = await openOperations({ flags, context, state: own, usualLevel });
  try {
    const { book, perform, onEvent, histories } = operations;
    const { clock, random, signal } = context;
    const record = await runNow(scheduledJob(job), {
      book,
      clock,
      random,
      perform,
      signal,
      onEvent,
      readFacts: async () => await histories.read(job.name),
    });
    signal.throwIfAborted();
    if (flags.json === true && record !== undefined) {
      context.stdout.write(jsonLine({ messageType: 'summary', ...record }));
    } else if (
      record !== undefined &&
      (flags.quiet !== true || record.exitStatus !== EXIT_CODES.done.status)
    ) {
      context.stdout.write(describeRecord(record));
    }
    const status = record?.exitStatus ?? EXIT_CODES.interrupted.status;
    if (status !== EXIT_CODES.done.status) {
      context.endWith(exitNameOf(status));
    }
  } finally {
    await operations.close();
  }
}

/** How a run by hand ended, in words. */
function describeRecord({ job, outcome, summary, failure, startedMs, endedMs }: RunRecord): string {
  const took = formatDuration(endedMs - startedMs);
  if (failure !== undefined) {
    return `The job "${job}" ${outcome} after ${took}: ${cellText(failure.message)}. ${cellText(failure.hint)}.\n`;
  }
  if (summary === undefined) {
    return `The job "${job}": nothing to do: the last good backup is recent enough.\n`;
  }
  const { repositories, records, bytes } = summary;
  const what = `${countText(repositories, 'repository', 'repositories')}, ${countText(records, 'record')}, ${formatSize(bytes)}`;
  const note = outcome === 'warned' ? '; with warnings: "satchel status" shows them' : '';
  return `The job "${job}" finished in ${took}: ${what}, verified and loaded${note}.\n`;
}
