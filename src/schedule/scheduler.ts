import { Failure, messageOf } from '../model/failure.ts';
import { lastGoodOf, withLastGood } from './account-due.ts';
import {
  type Deciding,
  decideStarts,
  findDead,
  findOwnRun,
  type Line,
  type OwnRun,
  queuedRun,
} from './decide-starts.ts';
import { readRunTimes } from './run-times.ts';
import type { ScheduleEvent } from './schedule-event.ts';
import type { JobState, PendingRun } from './schedule-state.ts';
import type { LastGood, PerformRun, RunResult, ScheduledJob } from './scheduled-job.ts';
import { settleRun } from './settle-run.ts';

/** Within this time, the scheduler notices that the machine was suspended or that its clock was changed. */
const MAX_SLEEP_MS = 30_000;

export interface SchedulerOptions extends Omit<Deciding, 'lines' | 'running'> {
  readonly jobs: readonly ScheduledJob[];
  readonly perform: PerformRun;
  /** How long runs may continue after a stop, before they are interrupted. */
  readonly stopGraceMs: number;
  readonly maxSleepMs?: number;
  readonly onEvent: (event: ScheduleEvent) => void;
  /** Called after a run, before its event: its archives may have changed. */
  readonly onEnded?: (job: string) => Promise<void>;
  /** Called at each wake-up, before any decision, for example to reload a changed configuration. */
  readonly onWake?: () => Promise<void>;
}

export interface JobView {
  readonly job: ScheduledJob;
  readonly jobState: JobState;
  /** The newest good backup, scheduled or not. */
  readonly lastGood: LastGood | undefined;
  readonly nextMs: number | undefined;
  readonly isRunning: boolean;
}

interface Running extends OwnRun {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Runs jobs when they are due: each due time once, despite crashes, stops, and changes of the clock. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #running = new Map<string, Running>();
  #lines = new Map<string, Line>();
  #wake = new AbortController();
  #isWoken = false;
  #wokeMs: number;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#wokeMs = options.clock.now();
    this.setJobs(options.jobs);
  }

  /** Replaces the jobs. Current runs continue; waiting runs of removed jobs count as missed. */
  setJobs(jobs: readonly ScheduledJob[]): void {
    for (const gone of this.#lines.keys()) {
      const jobState = jobs.some(({ name }) => name === gone)
        ? undefined
        : this.#options.state.jobState(gone);
      if (jobState?.pending?.state === 'waiting') {
        delete jobState.pending;
        jobState.counts.missed += 1;
        this.#options.onEvent({ type: 'missed', job: gone, count: 1 });
      }
    }
    this.#lines = new Map(
      jobs.map((job) => [job.name, { job, times: readRunTimes(job.schedules, job.timeZone) }]),
    );
    this.wake();
  }

  /** When the schedule last woke up, for health checks. */
  get wokeMs(): number {
    return this.#wokeMs;
  }

  jobs(): readonly JobView[] {
    const { state, clock } = this.#options;
    return [...this.#lines.values()].map(({ job, times }) => {
      const jobState = state.openJobState(job, clock.now());
      const lastGood = lastGoodOf(jobState, this.#options.findFacts?.(job.name));
      const nextMs = times.next(clock.now());
      return { job, jobState, lastGood, nextMs, isRunning: this.#running.has(job.name) };
    });
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake.abort();
  }

  /** Runs the schedule until the signal. Then waits for current runs, or interrupts them after the grace period. */
  async run(signal: AbortSignal): Promise<void> {
    const { onWake } = this.#options;
    const wake = () => this.wake();
    signal.addEventListener('abort', wake);
    while (!signal.aborted) {
      await onWake?.();
      const dead = await findDead(this.#deciding());
      const decided = await this.#update(() => {
        this.#wokeMs = this.#options.clock.now();
        return decideStarts(this.#deciding(), dead);
      });
      for (const event of decided?.result.events ?? []) {
        this.#options.onEvent(event);
      }
      for (const run of decided?.result.chosen ?? []) {
        this.#start(run);
      }
      await this.#sleep(signal);
    }
    signal.removeEventListener('abort', wake);
    await this.#stop();
  }

  #deciding(): Deciding {
    return { ...this.#options, lines: this.#lines, running: this.#running };
  }

  #start(pending: PendingRun): void {
    const { onEvent, state } = this.#options;
    const line = this.#lines.get(pending.job);
    const jobState = state.jobState(pending.job);
    if (line === undefined || jobState === undefined) {
      return;
    }
    const { runId, job, dueMs, mergedDueMs, reason, attempt } = pending;
    const request = { runId, job, dueMs, reason, attempt };
    onEvent({ type: 'started', ...request });
    const controller = new AbortController();
    const ended = this.#perform({ ...request, mergedDueMs }, controller.signal).then(async (result) => {
      const event = await this.#settle(job, result, controller.signal);
      await this.#options.onEnded?.(job);
      const facts = this.#options.findFacts?.(job);
      const settled = state.jobState(job);
      // After saving the state, because a crash before that repeats the run and its event.
      if (event !== undefined && settled !== undefined) {
        onEvent(event.type === 'ended' ? withLastGood(event, settled, facts) : event);
      }
      this.#running.delete(job);
      this.wake();
    });
    this.#running.set(job, { runId, controller, ended, queued: queuedRun(line.job, jobState, pending) });
  }

  /** Records the end of an attempt. A shared state that cannot be reached is tried again until a stop. */
  async #settle(job: string, result: RunResult, signal: AbortSignal): Promise<ScheduleEvent | undefined> {
    const { clock, state } = this.#options;
    for (;;) {
      const settled = await this.#update(() => {
        const pending = findOwnRun(job, this.#deciding());
        const jobState = state.jobState(job);
        return pending === undefined || jobState === undefined
          ? undefined
          : settleRun(this.#lines.get(job)?.job, { jobState, pending, result, nowMs: clock.now() });
      });
      if (settled !== undefined || signal.aborted) {
        return settled?.result;
      }
      await clock.sleep(MAX_SLEEP_MS, signal).catch(() => undefined);
    }
  }

  async #perform(...[request, signal]: Parameters<PerformRun>): Promise<RunResult> {
    try {
      return await this.#options.perform(request, signal);
    } catch (error) {
      const message = `Unexpected failure: ${messageOf(error)}`;
      const { code, hint, commandHint } = new Failure('internal', message, {
        commandHint: 'Run the job manually with --debug and report the stack',
      });
      const failure = { code, message, hint, commandHint };
      return { outcome: 'failed', exitStatus: 1, isTemporary: false, waitedMs: 0, failure };
    }
  }

  /** Changes the state; undefined if that fails. A state that is not shared has changed at least in memory. */
  async #update<Result>(work: () => Result): Promise<{ readonly result: Result } | undefined> {
    const { state, onEvent } = this.#options;
    let done: { readonly result: Result } | undefined;
    try {
      await state.update(() => {
        done = { result: work() };
      });
    } catch (error) {
      onEvent({ type: 'trouble', message: messageOf(error) }); // A full disk must not end the schedule.
      done = state.isShared ? undefined : done;
    }
    return done;
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    const { clock, maxSleepMs = MAX_SLEEP_MS } = this.#options;
    if (signal.aborted || this.#isWoken) {
      this.#isWoken = false;
      return;
    }
    this.#wake = new AbortController();
    const delayMs = Math.min(maxSleepMs, Math.max(1, this.#nextEventMs() - clock.now()));
    await clock.sleep(delayMs, this.#wake.signal).catch((error: unknown) => {
      if (!this.#wake.signal.aborted) {
        throw error;
      }
    });
    this.#isWoken = false;
  }

  #nextEventMs(): number {
    const { state, clock } = this.#options;
    const nowMs = clock.now();
    const events = [...this.#lines.values()].flatMap(({ job, times }) => {
      const jobState = state.openJobState(job, nowMs);
      const startMs = jobState.pending?.state === 'waiting' ? jobState.pending.startMs : undefined;
      return [times.next(jobState.markMs), startMs];
    });
    return Math.min(
      ...events.filter((atMs) => atMs !== undefined && atMs > nowMs).map(Number),
      nowMs + 86_400_000,
    );
  }

  async #stop(): Promise<void> {
    const { clock, stopGraceMs } = this.#options;
    const running = [...this.#running.values()];
    const allEnded = Promise.all(running.map(({ ended }) => ended));
    const grace = new AbortController();
    const isOver = clock.sleep(stopGraceMs, grace.signal).catch(() => undefined);
    await Promise.race([allEnded, isOver]);
    for (const { controller } of running) {
      controller.abort(new Error('The schedule is stopping'));
    }
    await allEnded;
    grace.abort();
    await isOver;
    await this.#update(() => undefined);
  }
}
