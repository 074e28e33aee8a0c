import type { Command } from 'commander';
import { describeSchedule, openRunBook, readRunTimes } from '../../../schedule/index.ts';
import {
  addConfigurationFlag,
  type ConfigurationFlags,
  loadConfiguration,
  requireConfigurationPath,
} from '../../configuration.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseNumberIn } from '../../flags.ts';
import { jsonLine } from '../../json-names.ts';
import { scheduledJobs } from '../../schedule/scheduled-jobs.ts';
import { findStatePath } from '../../schedule/state-files.ts';

interface ListFlags extends ConfigurationFlags {
  readonly count: number;
  readonly state?: string;
  readonly json?: boolean;
}

/** More runs than anybody reads, and few enough to be found at once. */
const MAX_RUNS_SHOWN = 1_000;

/** `satchel schedule list`: the next runs of each job, in plain words and in the job's own time. */
export function defineScheduleList(command: Command, context: CommandContext): void {
  addConfigurationFlag(command);
  addFlag(command, '--count <number>', 'runs to show of each job', {
    parse: (text) => parseNumberIn(text, [1, MAX_RUNS_SHOWN]),
    default: 3,
  });
  addFlag(command, '--state <file>', 'what is remembered of the runs (default: in ~/.local/state/satchel)');
  addHelpEnd(command, ['schedule list', 'schedule list --count 10 --json']);
  command.action(async (flags: ListFlags) => {
    const configuration = await loadConfiguration(await requireConfigurationPath(flags, context), context);
    const state = findStatePath(flags.state, context);
    const onNotice = (text: string) => context.stderr.write(`${text}\n`);
    const book =
      state === undefined ? undefined : await openRunBook({ path: state, random: context.random, onNotice });
    const rows = scheduledJobs(configuration).map((job) => {
      const times = readRunTimes(job.schedules, job.timeZone);
      const next: number[] = [];
      for (
        let at = times.next(context.clock.now());
        at !== undefined && next.length < flags.count;
        at = times.next(at)
      ) {
        next.push(at);
      }
      const page = book?.page(job.name);
      return { job: job.name, words: describeSchedule(job), timeZone: job.timeZone, next, page };
    });
    const idle = configuration.jobs.filter(({ schedules }) => schedules.length === 0).map(({ name }) => name);
    if (flags.json === true) {
      const shown = rows.map(({ page, next, ...row }) => ({
        ...row,
        next: next.map((atMs) => new Date(atMs).toISOString()),
        lastOutcome: page?.lastRun?.outcome ?? null,
        lastSuccessAt:
          page?.lastSuccess === undefined ? null : new Date(page.lastSuccess.endedMs).toISOString(),
      }));
      context.stdout.write(jsonLine(shown));
      return;
    }
    const blocks = rows.map(({ job, words, timeZone, next, page }) => {
      const last =
        page?.lastRun === undefined
          ? 'not run yet'
          : `last run: ${page.lastRun.outcome}, ${timeIn(timeZone, page.lastRun.endedMs)}`;
      return [`${job}: ${words}`, ...next.map((atMs) => `  ${timeIn(timeZone, atMs)}`), `  (${last})`].join(
        '\n',
      );
    });
    const rest = idle.length === 0 ? [] : [`By hand only: ${idle.join(', ')}`];
    context.stdout.write([...blocks, ...rest, ''].join('\n'));
  });
}

/** `Mon 2026-06-01 02:30 +02:00`: the time on the wall, and how far it is from UTC. */
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
