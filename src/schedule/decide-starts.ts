import type { Clock } from '../base/clock.ts';
import { isProcessOver, type ProcessIdentity } from '../base/process-identity.ts';
import type { Random } from '../base/random.ts';
import { createRunId } from '../base/run-id.ts';
import { accountAge, accountDue } from './account-due.ts';
import type { RunTimes } from './run-times.ts';
import type { ScheduleEvent } from './schedule-event.ts';
import type { JobState, PendingRun, RunWorker, ScheduleState } from './schedule-state.ts';
import type { FindFacts, ScheduledJob } from './scheduled-job.ts';
import { settleCrash } from './settle-run.ts';

/** A worker reports at this interval that it still performs its runs. */
const REPORT_MS = 5 * 60_000;

/** A worker that has not reported for this long has died, or is cut off and must not continue. */
const DEAD_MS = 30 * 60_000;

export interface Line {
  readonly job: ScheduledJob;
  readonly times: RunTimes;
}

/** A run that this process performs. */
export interface OwnRun {
  readonly runId: string;
  readonly queued: QueuedRun;
}

export interface Deciding {
  readonly lines: ReadonlyMap<string, Line>;
  /** By job. */
  readonly running: ReadonlyMap<string, OwnRun>;
  readonly state: ScheduleState;
  readonly clock: Clock;
  readonly random: Random;
  /** The maximum number of concurrent runs; lanes may exclude some of them. */
  readonly concurrency: number;
  /** This process, if several share the state. */
  readonly identity?: ProcessIdentity;
  /** Facts about the archives of a job. */
  readonly findFacts?: FindFacts;
}

/** The state must be saved before the runs are started. */
export interface Decision {
  readonly chosen: readonly PendingRun[];
  readonly events: readonly ScheduleEvent[];
}

export type DeadRuns = ReadonlyMap<string, RunWorker | undefined>;

/**
 * The runs whose processes have ended: at the first call, all runs of a state that is not shared. Also those that this
 * process was to perform and never started, because it did not learn that its decision had been saved.
 */
export async function findDead({ lines, running, state, clock, identity }: Deciding): Promise<DeadRuns> {
  const dead = new Map<string, RunWorker | undefined>();
  for (const name of lines.keys()) {
    const pending = state.jobState(name)?.pending;
    if (pending?.state === 'running' && !running.has(name)) {
      const { worker } = pending;
      const isSilent = worker === undefined || clock.now() - worker.aliveMs > DEAD_MS;
      const isLost = isSilent || isSameProcess(worker.identity, identity);
      if (isLost || (await isProcessOver(worker.identity, identity)) === true) {
        dead.set(pending.runId, worker);
      }
    }
  }
  return dead;
}

/** Records due times and crashes, and marks the runs that may start now as running. */
export function decideStarts(deciding: Deciding, dead: DeadRuns): Decision {
  const { lines, running: own, state, clock, random, concurrency, identity } = deciding;
  const nowMs = clock.now();
  const events: ScheduleEvent[] = [];
  const waiting: QueuedRun[] = [];
  const running: QueuedRun[] = [];
  for (const { job, times } of lines.values()) {
    const jobState = state.openJobState(job, nowMs);
    if (jobState.pending !== undefined && isDead(jobState.pending, dead)) {
      events.push(settleCrash(jobState, jobState.pending, nowMs));
    }
    const createId = () => createRunId(clock, random);
    const due = { job, times, jobState, nowMs, salt: state.salt, createRunId: createId };
    const facts = deciding.findFacts?.(job.name);
    events.push(...accountDue(due), ...accountAge(job, jobState, nowMs, facts));
    const { pending } = jobState;
    if (pending !== undefined) {
      const isReady = pending.state === 'waiting' && !isOfOtherHost(pending, nowMs, identity);
      (isReady ? waiting : running).push(queuedRun(job, jobState, pending));
    }
  }
  for (const { queued } of own.values()) {
    report(queued.job, nowMs, deciding);
    if (!running.some(({ job }) => job === queued.job)) {
      running.push(queued); // Its job was removed.
    }
  }
  const free = concurrency - own.size;
  const chosen = chooseStarts(waiting, { nowMs, running, free }).flatMap((name) => {
    const jobState = state.jobState(name);
    const pending = jobState?.pending;
    if (jobState === undefined || pending === undefined) {
      return [];
    }
    pending.state = 'running';
    pending.firstStartMs ??= nowMs;
    if (identity !== undefined) {
      pending.worker = { identity, aliveMs: nowMs };
    }
    jobState.lastStartMs = nowMs;
    return [pending];
  });
  return { chosen, events };
}

/** False if another worker has resumed the run, or its worker has reported, since it was found dead. */
function isDead({ state, runId, worker }: PendingRun, dead: DeadRuns): boolean {
  const found = dead.get(runId);
  return (
    state === 'running' &&
    dead.has(runId) &&
    worker?.aliveMs === found?.aliveMs &&
    isSameProcess(worker?.identity, found?.identity)
  );
}

/** Only workers of its own host can end the locks that a crashed run has left, until these count as stale. */
function isOfOtherHost(
  { worker }: PendingRun,
  nowMs: number,
  identity: ProcessIdentity | undefined,
): boolean {
  return worker !== undefined && worker.identity.host !== identity?.host && nowMs - worker.aliveMs <= DEAD_MS;
}

/** Records for other workers that this one still performs the run of a job. */
function report(job: string, nowMs: number, deciding: Deciding): void {
  const pending = findOwnRun(job, deciding);
  if (pending?.worker !== undefined && nowMs - pending.worker.aliveMs >= REPORT_MS) {
    pending.worker = { ...pending.worker, aliveMs: nowMs };
  }
}

/** The run of a job that this process performs; undefined if another one has taken it over. */
export function findOwnRun(job: string, { state, running, identity }: Deciding): PendingRun | undefined {
  const pending = state.jobState(job)?.pending;
  const isOwn = pending?.runId === running.get(job)?.runId && pending?.state === 'running';
  return isOwn && isSameProcess(pending.worker?.identity, identity) ? pending : undefined;
}

function isSameProcess(one: ProcessIdentity | undefined, other: ProcessIdentity | undefined): boolean {
  return one?.pid === other?.pid && one?.host === other?.host && one?.startTicks === other?.startTicks;
}

export function queuedRun(job: ScheduledJob, jobState: JobState, pending: PendingRun): QueuedRun {
  const { startMs, firstStartMs } = pending;
  const { lastStartMs } = jobState;
  return { job: job.name, startMs, lanes: job.lanes, lastStartMs, isBegun: firstStartMs !== undefined };
}

export interface QueuedRun {
  readonly job: string;
  /** The earliest start. */
  readonly startMs: number;
  readonly lanes: readonly string[];
  /** When the job last started; undefined if never. */
  readonly lastStartMs: number | undefined;
  /** An earlier attempt was interrupted or has failed. */
  readonly isBegun: boolean;
}

interface Occupancy {
  readonly nowMs: number;
  /** The runs of all processes. */
  readonly running: readonly QueuedRun[];
  /** How many more runs this process may perform. */
  readonly free: number;
}

/**
 * Chooses the runs to start now: first come, first served; of those that came at the same time, those that were begun
 * before, then the job whose last start was the longest ago. A run that waits for one lane reserves all of its lanes, so
 * that no run starves.
 */
export function chooseStarts(
  waiting: readonly QueuedRun[],
  { nowMs, running, free }: Occupancy,
): readonly string[] {
  const taken = new Set(running.flatMap(({ lanes }) => lanes));
  const chosen: string[] = [];
  const ready = waiting.filter(({ startMs }) => startMs <= nowMs).sort(byTurn);
  for (const { job, lanes } of ready) {
    const isFree = lanes.every((lane) => !taken.has(lane));
    for (const lane of lanes) {
      taken.add(lane);
    }
    if (isFree && chosen.length < free) {
      chosen.push(job);
    }
  }
  return chosen;
}

function byTurn(a: QueuedRun, b: QueuedRun): number {
  const never = Number.NEGATIVE_INFINITY;
  return (
    a.startMs - b.startMs ||
    Number(b.isBegun) - Number(a.isBegun) ||
    Math.sign((a.lastStartMs ?? never) - (b.lastStartMs ?? never)) ||
    (a.job < b.job ? -1 : 1)
  );
}
