import type { JobHistory } from '../../backup/index.ts';
import type { ExitName } from '../../base/index.ts';
import type { Configuration, JobSettings } from '../../config/index.ts';
import { type JobPage, readPages } from '../../schedule/index.ts';
import type { Context } from '../context.ts';
import { readHistoryOf } from './job-histories.ts';
import { findStatePath, ownStatePath } from './state-files.ts';

/** What is known of the runs of a job, by its vault and by what schedulers remember. */
export interface LastRun {
  /** `succeeded`, `warned`, …; `unfinished` where it broke off, or is under way. Undefined where it never ran. */
  readonly outcome: string | undefined;
  /** When it ended, or where it has no end, when it began. */
  readonly atMs: number | undefined;
  readonly reason: string | undefined;
  readonly lastGoodMs: number | undefined;
}

/** Reads what is known of the last run of each job. What cannot be read tells nothing. */
export async function readLastRuns(
  { jobs }: Configuration,
  state: string | undefined,
  context: Context,
): Promise<(job: string) => LastRun> {
  const statePath = findStatePath(state, context);
  const daemon = statePath === undefined ? new Map<string, JobPage>() : await readPages(statePath);
  const runs = new Map<string, LastRun>();
  for (const job of jobs) {
    const own = statePath === undefined ? undefined : await readPages(ownStatePath(statePath, job.name));
    runs.set(
      job.name,
      await lastRunOf(job, jobs, { pages: [daemon.get(job.name), own?.get(job.name)], context }),
    );
  }
  return (job) => runs.get(job) ?? UNKNOWN;
}

const UNKNOWN: LastRun = { outcome: undefined, atMs: undefined, reason: undefined, lastGoodMs: undefined };

interface Sources {
  readonly pages: readonly (JobPage | undefined)[];
  readonly context: Context;
}

async function lastRunOf(
  job: JobSettings,
  jobs: readonly JobSettings[],
  { pages, context }: Sources,
): Promise<LastRun> {
  const history = await readHistoryOf(job, jobs, context).catch(() => undefined);
  const remembered = pages.flatMap((page) =>
    page?.lastRun === undefined
      ? []
      : [
          {
            outcome: page.lastRun.outcome,
            atMs: page.lastRun.endedMs,
            reason: page.lastRun.failure?.message,
          },
        ],
  );
  const [newest] = [...runsOf(history), ...remembered].sort((a, b) => b.atMs - a.atMs);
  return {
    ...UNKNOWN,
    ...newest,
    lastGoodMs: history === undefined ? rememberedGood(pages) : history.lastGood?.atMs,
  };
}

function rememberedGood(pages: readonly (JobPage | undefined)[]): number | undefined {
  const times = pages.flatMap((page) => page?.lastSuccess?.endedMs ?? []);
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
