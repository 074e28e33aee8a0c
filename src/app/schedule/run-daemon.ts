import { stat } from 'node:fs/promises';
import { satchelVersion } from '../../base/index.ts';
import { formatMetrics, Scheduler, startWatchServer } from '../../schedule/index.ts';
import type { CommandContext } from '../context.ts';
import { jsonLine } from '../json-names.ts';
import type { Operations } from './open-operations.ts';
import { scheduledJobs } from './scheduled-jobs.ts';

/** Loopback: figures and names of jobs are nobody else's business. */
const USUAL_HOST = '127.0.0.1';
const USUAL_PORT = 9_477;

/** A schedule that has not looked at the clock for so long is stuck. */
const STUCK_MS = 120_000;

interface DaemonFlags {
  readonly host?: string;
  readonly port?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Keeps the schedule until a signal: the configuration is followed, `/healthz` and `/metrics` answer. */
export async function runDaemon(
  flags: DaemonFlags,
  operations: Operations,
  context: CommandContext,
): Promise<void> {
  const { book, log, perform, onEvent, histories } = operations;
  const { clock, random, signal } = context;
  const { daemon, path } = operations.configuration();
  let isValid = true;
  let isForced = false;
  let seen = await signatureOf(path);
  const scheduler = new Scheduler({
    jobs: scheduledJobs(operations.configuration()),
    book,
    clock,
    random,
    perform,
    onEvent,
    concurrency: daemon.concurrency,
    stopGraceMs: daemon.stopGraceMs,
    findFacts: histories.factsOf,
    onEnded: async (job) => void (await histories.read(job)),
    onWake: async () => {
      const signature = await signatureOf(path);
      if (signature !== seen || isForced) {
        seen = signature;
        isForced = false;
        isValid = await operations.reload();
        scheduler.setJobs(scheduledJobs(operations.configuration()));
      }
      await histories.refresh();
    },
  });
  const server = await startWatchServer({
    host: flags.host ?? daemon.host ?? USUAL_HOST,
    port: flags.port ?? daemon.port ?? USUAL_PORT,
    health: () => healthOf(scheduler, clock.now(), isValid),
    metrics: () =>
      formatMetrics(scheduler.jobs(), clock.now(), [
        ...processMetrics(isValid),
        {
          name: 'satchel_tellings_failed_total',
          type: 'counter',
          help: 'Messages that did not arrive',
          value: operations.teller.failed,
        },
      ]),
  });
  const stopListening = context.onHangup?.(() => {
    log.reopen();
    isForced = true;
    scheduler.wake();
  });
  try {
    const jobs = scheduler.jobs().length;
    log.write('info', { event: 'ready', url: server.url, jobs }, `Keeping the schedule of ${jobs} jobs`);
    announce(flags, { url: server.url, jobs }, context);
    await scheduler.run(signal);
    log.write('info', { event: 'stopped' }, 'The schedule ends');
  } finally {
    stopListening?.();
    await server.close();
  }
}

/** Changes with the file, whoever writes it and however. */
async function signatureOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 'absent' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function healthOf(scheduler: Scheduler, nowMs: number, isValid: boolean) {
  const silentMs = nowMs - scheduler.wokeMs;
  const isAlive = silentMs < STUCK_MS;
  const jobs = scheduler.jobs().map(({ job, page, lastGood, nextMs, isRunning }) => ({
    job: job.name,
    running: isRunning,
    last_outcome: page.lastRun?.outcome ?? null,
    last_success_at: timeOf(lastGood?.atMs),
    failures_in_row: page.failuresInRow,
    next_due_at: timeOf(nextMs),
  }));
  return { isAlive, body: { status: isAlive ? 'ok' : 'stuck', configuration_valid: isValid, jobs } };
}

function timeOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}

function processMetrics(isValid: boolean) {
  return [
    {
      name: 'satchel_build_info',
      type: 'gauge',
      help: 'The version that runs',
      value: 1,
      labels: { version: satchelVersion() },
    },
    {
      name: 'satchel_configuration_valid',
      type: 'gauge',
      help: '0 where the file is wrong and an older reading holds',
      value: isValid ? 1 : 0,
    },
    {
      name: 'satchel_resident_memory_bytes',
      type: 'gauge',
      help: 'Memory of the process',
      value: process.memoryUsage.rss(),
    },
  ] as const;
}

function announce(
  flags: DaemonFlags,
  ready: { readonly url: string; readonly jobs: number },
  context: CommandContext,
): void {
  if (flags.json === true) {
    context.stdout.write(jsonLine({ messageType: 'ready', ...ready }));
  } else if (flags.quiet !== true) {
    context.stdout.write(
      `Keeping the schedule of ${ready.jobs} jobs; ${ready.url}/healthz and ${ready.url}/metrics answer\n`,
    );
  }
}
