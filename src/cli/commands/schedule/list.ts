import type { Command } from 'commander';
import { loadConfiguration } from '../../../app/configuration.ts';
import { type LastRun, readLastRuns } from '../../../app/last-run.ts';
import { scheduledJobs } from '../../../app/scheduled-job.ts';
import { describeSchedule } from '../../../schedule/describe-schedule.ts';
import { readRunTimes, systemZoneName } from '../../../schedule/run-times.ts';
import type { ScheduledJob } from '../../../schedule/scheduled-job.ts';
import type { CommandContext } from '../../context.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  requireConfigurationPath,
} from '../../flags/configuration-flag.ts';
import { addFlag, addHelpEnd, parseNumberIn } from '../../flags/flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { cellText } from '../../render/cell-text.ts';
import { wrapText } from '../../render/wrap-text.ts';

interface ListFlags extends ConfigurationFlags {
  readonly count: number;
  readonly state?: string;
  readonly json?: boolean;
}

/** Keeps the output readable and fast to compute. */
const MAX_RUNS_SHOWN = 1_000;

/** `satchel schedule list`: shows the next runs of each job in words, in the time zone of the job. */
export function defineScheduleList(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  addFlag(command, '--count <number>', 'number of runs to show for each job', {
    parse: (text) => parseNumberIn(text, [1, MAX_RUNS_SHOWN]),
    default: 3,
  });
  addFlag(
    command,
    '--state <file>',
    'file that keeps the state of the schedule (default: in ~/.local/state/satchel)',
  );
  addHelpEnd(command, ['schedule list', 'schedule list --count 10 --json']);
  command.action(async (flags: ListFlags) => {
    const configuration = await loadConfiguration(await requireConfigurationPath(flags, context), context);
    const lastRuns = await readLastRuns(configuration, flags.state, context);
    const rows = scheduledJobs(configuration).map((job) => ({
      job: job.name,
      words: describeSchedule(job),
      timeZone: job.timeZone,
      next: nextRuns(job, flags.count, context),
      last: lastRuns(job.name),
    }));
    const idle = configuration.jobs.filter(({ schedules }) => schedules.length === 0);
    if (flags.json === true) {
      const shown = rows.map(({ last, next, ...row }) => ({
        ...row,
        next: next.map(timeText),
        ...jsonOf(last),
      }));
      context.stdout.write(jsonLine(shown));
      return;
    }
    const blocks = rows.map(({ job, words, timeZone, next, last }) =>
      [
        `${job}: ${words}`,
        ...next.map((atMs) => `  ${timeIn(timeZone, atMs)}`),
        `  (${describeLast(last, timeZone)})`,
      ].join('\n'),
    );
    const names = idle.filter(({ name }) => !hasRun(lastRuns(name))).map(({ name }) => name);
    const rest = [
      ...idle.flatMap(({ name, timeZone = systemZoneName() }) =>
        hasRun(lastRuns(name)) ? [`${name}: no schedule\n  (${describeLast(lastRuns(name), timeZone)})`] : [],
      ),
      ...(names.length === 0 ? [] : [`Without a schedule: ${names.join(', ')}`]),
    ];
    context.stdout.write(wrapText([...blocks, ...rest, ''].join('\n'), context.stdout));
  });
}

function nextRuns(job: ScheduledJob, count: number, { clock }: CommandContext): readonly number[] {
  const times = readRunTimes(job.schedules, job.timeZone);
  const next: number[] = [];
  for (let at = times.next(clock.now()); at !== undefined && next.length < count; at = times.next(at)) {
    next.push(at);
  }
  return next;
}

function hasRun({ outcome, lastGoodMs }: LastRun): boolean {
  return outcome !== undefined || lastGoodMs !== undefined;
}

function jsonOf({ outcome, atMs, lastGoodMs }: LastRun) {
  return {
    lastOutcome: outcome ?? null,
    lastRunAt: atMs === undefined ? null : timeText(atMs),
    lastSuccessAt: lastGoodMs === undefined ? null : timeText(lastGoodMs),
  };
}

function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}

function describeLast({ outcome, atMs, reason, lastGoodMs }: LastRun, timeZone: string): string {
  const good =
    lastGoodMs === undefined ? 'no good backup yet' : `last good backup: ${timeIn(timeZone, lastGoodMs)}`;
  if (outcome === undefined || atMs === undefined) {
    return lastGoodMs === undefined ? 'not run yet' : `no runs yet; ${good}`;
  }
  const why = reason === undefined ? '' : `: ${cellText(reason)}`;
  return `last run: ${outcome}, ${timeIn(timeZone, atMs)}${why}; ${good}`;
}

/** `Mon 2026-06-01 02:30 +02:00`: local time with its offset from UTC. */
function timeIn(timeZone: string, atMs: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  });
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const offset = part['timeZoneName']?.replace('GMT', '') || 'UTC';
  return `${part['weekday']} ${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']} ${offset}`;
}
