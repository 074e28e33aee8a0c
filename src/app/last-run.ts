import type { Configuration } from '../config/configuration.ts';
import type { JobHistory } from '../keeping/job-history.ts';
import type { ExitName } from '../model/exit-codes.table.ts';
import { type JobState, readJobStates } from '../schedule/schedule-state.ts';
import type { AppContext } from './context.ts';
import { readHistoryOf } from './job-histories.ts';
import { findStatePath, ownStatePath } from './schedule/state-files.ts';

/** The last run of a job, from its vault and from the state of schedulers. */
export interface LastRun {
  /** `succeeded`, `warned`, …; `unfinished` if it was interrupted or is running. Undefined if the job never ran. */
  readonly outcome: string | undefined;
  /** When it ended; for an unfinished run, when it began. */
  readonly atMs: number | undefined;
  readonly reason: string | undefined;
  readonly lastGoodMs: number | undefined;
}

const UNKNOWN: LastRun = { outcome: undefined, atMs: undefined, reason: undefined, lastGoodMs: undefined };

/** Reads the last run of each job, ignoring sources that cannot be read. */
export async function readLastRuns(
  configuration: Configuration,
  state: string | undefined,
  context: AppContext,
): Promise<(job: string) => LastRun> {
  const { jobs } = configuration;
  const path = findStatePath({ state, configuration }, context);
  const daemon = path === undefined ? undefined : await readJobStates(path);
  const runs = new Map<string, LastRun>();
  for (const job of jobs) {
    const { name } = job;
    const own = path === undefined ? undefined : await readJobStates(ownStatePath(path, name));
    const jobStates = [daemon?.get(name), own?.get(name)].filter((jobState) => jobState !== undefined);
    const history = await readHistoryOf(job, jobs, context).catch(() => undefined);
    runs.set(name, lastRunOf(history, jobStates));
  }
  return (job) => runs.get(job) ?? UNKNOWN;
}

function lastRunOf(history: JobHistory | undefined, jobStates: readonly JobState[]): LastRun {
  const remembered = jobStates.flatMap(({ lastRun }) =>
    lastRun === undefined
      ? []
      : [{ outcome: lastRun.outcome, atMs: lastRun.endedMs, reason: lastRun.failure?.message }],
  );
  const [newest] = [...runsOf(history), ...remembered].sort((a, b) => b.atMs - a.atMs);
  return {
    ...UNKNOWN,
    ...newest,
    lastGoodMs: history === undefined ? rememberedGood(jobStates) : history.lastGood?.atMs,
  };
}

function rememberedGood(jobStates: readonly JobState[]): number | undefined {
  const times = jobStates.flatMap(({ lastSuccess }) => lastSuccess?.endedMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

function runsOf(history: JobHistory | undefined) {
  const run = history?.lastRun;
  return run === undefined
    ? []
    : [{ outcome: outcomeOf(run.exit), atMs: Date.parse(run.endedAt ?? run.beganAt), reason: run.reason }];
}

const OUTCOMES: Readonly<Partial<Record<ExitName, string>>> = {
  done: 'succeeded',
  warnings: 'warned',
  interrupted: 'interrupted',
};

function outcomeOf(exit: ExitName | undefined): string {
  return exit === undefined ? 'unfinished' : (OUTCOMES[exit] ?? 'failed');
}
