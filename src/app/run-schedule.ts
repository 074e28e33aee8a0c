import { stat } from 'node:fs/promises';
import { withRetries } from '../base/backoff.ts';
import { satchelVersion } from '../base/own-package.ts';
import { ownIdentity } from '../base/process-identity.ts';
import { countText } from '../base/sizes.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { isTemporary, messageOf } from '../model/failure.ts';
import { formatMetrics, type ProcessMetric } from '../schedule/format-metrics.ts';
import type { PerformRun } from '../schedule/scheduled-job.ts';
import { Scheduler } from '../schedule/scheduler.ts';
import { startWatchServer } from '../schedule/watch-server.ts';
import type { AppContext, Report } from './context.ts';
import type { ScheduleSettings } from './run-job.ts';
import { Operations } from './schedule/operations.ts';
import { openSharedState, sharingLimits } from './schedule/shared-vault.ts';
import { statePath } from './schedule/state-files.ts';
import { scheduledJobs } from './scheduled-job.ts';

/** Loopback, because the metrics contain the names of jobs. */
const USUAL_HOST = '127.0.0.1';
const USUAL_PORT = 9_477;

/** A schedule that has not woken up for this long is stuck. */
const STUCK_MS = 120_000;

export interface RunScheduleSettings extends ScheduleSettings {
  /** Shares the jobs with other workers, through the vault of all of them, which must be in object storage. */
  readonly worker?: boolean;
  /** The address of `/healthz` and `/metrics`; takes precedence over the configuration. */
  readonly host?: string;
  readonly port?: number;
  /** Called when the schedule is running. */
  readonly onReady?: (ready: { readonly url: string; readonly jobs: number }) => void;
  /** Calls `listener` whenever the configuration should be reloaded; returns a function that stops that. */
  readonly onHangup?: ((listener: () => void) => () => void) | undefined;
}

/** Runs the jobs of a configuration when they are due, until the signal. Reloads it when it changes. */
export async function runSchedule(settings: RunScheduleSettings, context: AppContext): Promise<void> {
  const { configuration, state, worker } = settings;
  const operations =
    worker === true
      ? await onceReachable(async () => {
          const shared = await openSharedState(configuration, context);
          return await Operations.open(configuration, shared, context);
        }, context)
      : await Operations.open(configuration, statePath({ state, configuration }, context), context);
  try {
    await keep(operations, settings, context);
  } finally {
    await operations.close();
  }
}

/** How long a worker waits before it tries again to reach the vault. */
const RETRY_DELAYS = { firstMs: 1_000, maxMs: 60_000 };

/** A worker that starts during an outage waits for its end, as one does that is running. */
async function onceReachable<Result>(
  work: () => Promise<Result>,
  { clock, random, signal, onReport }: AppContext,
): Promise<Result> {
  return await withRetries(work, {
    ...RETRY_DELAYS,
    clock,
    random,
    signal,
    mayPass: (error) => isTemporary(error),
    onTrouble(error) {
      const text = `${messageOf(error)}; the worker waits and tries again`;
      onReport?.({ level: 'warn', type: 'trouble', fields: {}, text });
    },
  });
}

async function keep(
  operations: Operations,
  settings: RunScheduleSettings,
  context: AppContext,
): Promise<void> {
  const { state, perform, onEvent, histories } = operations;
  const { worker } = settings;
  const { clock, random, signal } = context;
  const { daemon, path } = operations.configuration;
  const sharing = (own: PerformRun) =>
    onceReachable(() => sharingLimits(own, operations.configuration, context), context);
  let isValid = true;
  let isForced = false;
  let seen = await signatureOf(path);
  const scheduler = new Scheduler({
    jobs: scheduledJobs(operations.configuration),
    state,
    clock,
    random,
    perform: worker === true ? await sharing(perform) : perform,
    onEvent,
    concurrency: daemon.concurrency,
    stopGraceMs: daemon.stopGraceMs,
    // What each vault contains would cost each worker requests: they use the recorded runs.
    ...(worker === true
      ? { identity: await ownIdentity() }
      : { findFacts: histories.factsOf, onEnded: async (job: string) => void (await histories.read(job)) }),
    onWake: async () => {
      const signature = await signatureOf(path);
      if (signature !== seen || isForced) {
        seen = signature;
        isForced = false;
        isValid = await operations.reload();
        scheduler.setJobs(scheduledJobs(operations.configuration));
      }
      if (worker !== true) {
        await histories.refresh();
      }
    },
  });
  const server = await startWatchServer({
    host: settings.host ?? daemon.host ?? USUAL_HOST,
    port: settings.port ?? daemon.port ?? USUAL_PORT,
    health: () => healthOf(scheduler, clock.now(), isValid),
    metrics: () =>
      formatMetrics(
        scheduler.jobs(),
        clock.now(),
        processMetrics({
          isValid,
          configurationPath: path,
          failedNotifications: operations.notifier.failed,
        }),
      ),
  });
  const stopListening = settings.onHangup?.(() => {
    isForced = true;
    scheduler.wake();
  });
  try {
    const ready = { url: server.url, jobs: scheduler.jobs().length };
    report(context, {
      type: 'ready',
      fields: ready,
      text: `Running the schedule of ${countText(ready.jobs, 'job')}`,
    });
    settings.onReady?.(ready);
    await scheduler.run(signal);
    report(context, { type: 'stopped', fields: {}, text: 'The schedule has stopped' });
  } finally {
    stopListening?.();
    await server.close();
  }
}

function report({ onReport }: AppContext, fact: Omit<Report, 'level'>): void {
  onReport?.({ level: 'info', ...fact });
}

/** Changes whenever the file is written or replaced. */
async function signatureOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 'absent' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function healthOf(scheduler: Scheduler, nowMs: number, isValid: boolean) {
  const silentMs = nowMs - scheduler.wokeMs;
  const isAlive = silentMs < STUCK_MS;
  const jobs = scheduler.jobs().map(({ job, jobState, lastGood, nextMs, isRunning }) => ({
    job: job.name,
    running: isRunning,
    last_outcome: jobState.lastRun?.outcome ?? null,
    last_success_at: timeOf(lastGood?.atMs),
    failures_in_row: jobState.failuresInRow,
    next_due_at: timeOf(nextMs),
  }));
  return { isAlive, body: { status: isAlive ? 'ok' : 'stuck', configuration_valid: isValid, jobs } };
}

function timeOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : formatTimestamp(atMs);
}

interface ProcessState {
  readonly isValid: boolean;
  readonly configurationPath: string;
  readonly failedNotifications: number;
}

function processMetrics({
  isValid,
  configurationPath,
  failedNotifications,
}: ProcessState): readonly ProcessMetric[] {
  return [
    {
      name: 'satchel_build_info',
      type: 'gauge',
      help: 'The running version',
      value: 1,
      labels: { version: satchelVersion() },
    },
    {
      name: 'satchel_configuration_valid',
      type: 'gauge',
      help: '1 if the configuration is valid; 0 if it is not, and the previous one is in use',
      value: isValid ? 1 : 0,
      labels: { path: configurationPath },
    },
    {
      name: 'satchel_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory of the process',
      value: process.memoryUsage.rss(),
    },
    {
      name: 'satchel_notifications_failed_total',
      type: 'counter',
      help: 'Notifications that could not be delivered',
      value: failedNotifications,
    },
  ];
}
