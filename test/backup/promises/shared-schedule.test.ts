import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { itLong } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import type { ObjectServer } from '../../objects/support/object-server.ts';
import type { SatchelProcess } from '../support/backup-process.ts';
import { type BucketBench, keysOf, openBucketBench } from '../support/bucket-bench.ts';

const { workers, accounts, jobs, kills } = IS_LONG
  ? { workers: 8, accounts: 5, jobs: 60, kills: 12 }
  : { workers: 2, accounts: 1, jobs: 4, kills: 1 };
const TIMEOUT_MS = IS_LONG ? 3_600_000 : 900_000;

/** Workers need less than this until they have read a changed schedule; it is doubled if one of them needs longer. */
const READING_MS = IS_LONG ? 60_000 : 3_000;
/** Between a kill and the next at a random time. */
const PAUSE_MS = IS_LONG ? 3_000 : 1_000;
/** Before that, no job is due: how long a busy machine takes to start workers is not known. */
const NOT_YET_MS = 100 * 86_400_000;

const clock = createSystemClock();

interface SharedState {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly counts: { due: number; merged: number; runs: Record<string, number> };
        readonly pending?: {
          readonly runId: string;
          readonly crashes: number;
          readonly worker?: { readonly identity: { readonly pid: number } };
        };
        readonly lastRun?: object;
      }
    >
  >;
}

/**
 * The runs that were not interrupted yet, with their processes, unless one also performs a run that was interrupted twice:
 * after three kills, a run counts as interrupted.
 */
function listFirstRuns({ jobs: states }: SharedState): ReadonlyMap<string, number | undefined> {
  const runs = Object.values(states).flatMap(({ pending }) =>
    pending === undefined
      ? []
      : [{ id: pending.runId, crashes: pending.crashes, pid: pending.worker?.identity.pid }],
  );
  const spared = new Set(runs.flatMap(({ crashes, pid }) => (crashes > 1 ? [pid] : [])));
  return new Map(
    runs.filter(({ crashes, pid }) => crashes === 0 && !spared.has(pid)).map(({ id, pid }) => [id, pid]),
  );
}

/** The process whose run has finished its backup, which the schedule does not know yet. */
function findFinishing(
  runs: ReadonlyMap<string, number | undefined>,
  { objects }: ObjectServer,
): number | undefined {
  for (const [key, text] of objects) {
    const [folder, run = ''] = key.split('/');
    const pid = folder === 'journal' ? runs.get(run) : undefined;
    if (pid !== undefined && text.includes('"backup-finished"')) {
      return pid;
    }
  }
  return undefined;
}

/** Each job is due once, at one moment of the year. */
function configText(benches: readonly BucketBench[], dueMs: number): string {
  const due = new Date(dueMs);
  const schedule = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} ${due.getUTCDate()} ${due.getUTCMonth() + 1} *`;
  const accountTexts = benches.map(
    ({ sandbox: { ready } }, at) =>
      `  a${at}: { base_url: ${ready.base_url}, dialect: service, token: '\${TOKEN_${at}}' }\n`,
  );
  const jobTexts = Array.from(
    { length: jobs },
    (_, at) =>
      `  job-${at}:\n    account: a${at % accounts}\n    schedule: "${schedule}"\n    repositories: [${benches[at % accounts]?.sandbox.ready.repositories[0]}]\n    retries: 3\n    retry_delay: 1s\n    poll_interval: 100ms\n`,
  );
  return `time_zone: UTC
vault: s3://work
accounts:
${accountTexts.join('')}jobs:
${jobTexts.join('')}daemon: { concurrency: 2, stop_grace: 60s }
`;
}

it('waits for the end of an outage in which a worker starts', async () => {
  const { server, directory, sandbox } = await openBucketBench();
  const path = join(directory, 'team.yaml');
  const account = `{ base_url: ${sandbox.ready.base_url}, dialect: service, token: '\${TOKEN}' }`;
  const job = '{ account: a, schedule: "0 0 1 1 *" }';
  writeFileSync(path, `vault: s3://work\naccounts: { a: ${account} }\njobs: { yearly: ${job} }\n`);
  let refusals = 100;
  server.faultOf = () => {
    refusals -= 1;
    return refusals > 0 ? 'slow-down' : undefined;
  };
  const env = { HOME: directory, TOKEN: sandbox.ready.tokens.classic, AWS_ENDPOINT_URL: server.url };
  const context = createRecordedContext({ env });
  const { controller, stdout } = context;
  if (stdout instanceof PassThrough) {
    stdout.once('data', () => controller.abort()); // It is ready.
  }
  const args = ['schedule', 'run', '--worker', '--config', path, '--port', '0', '--json'];
  await runSatchel(args, context);
  expect([refusals, context.out()]).toEqual([expect.any(Number), expect.stringContaining('"ready"')]);
  expect(refusals).toBeLessThan(0);
  expect(context.err()).toContain('the worker waits and tries again');
});

itLong(
  'runs each job exactly once, whichever worker performs it and whichever is killed',
  async () => {
    const random = createSeededRandom(7);
    const benches: BucketBench[] = [];
    for (let at = 0; at < accounts; at += 1) {
      benches.push(await openBucketBench({ seed: `worker ${at}` }));
    }
    const [first] = benches as [BucketBench];
    const path = join(first.directory, 'team.yaml');
    writeFileSync(path, configText(benches, clock.now() + NOT_YET_MS));
    const env = Object.fromEntries(
      benches.map(({ sandbox }, at) => [`TOKEN_${at}`, sandbox.ready.tokens.classic]),
    );
    const startWorker = (name: string) => {
      const { home, start } = first.machine(name);
      mkdirSync(home, { recursive: true });
      const log = join(home, 'worker.log');
      const worker = start(
        ['schedule', 'run', '--worker', '--config', path, '--port', '0', '--log-file', log],
        env,
      );
      onTestFinished(() => void worker.child.kill('SIGKILL'));
      return worker;
    };
    const running: SatchelProcess[] = Array.from({ length: workers }, (_, at) => startWorker(`w${at}`));
    await Promise.all(running.map((worker) => worker.untilEvent('ready')));
    const stateOf = (): SharedState =>
      JSON.parse(first.server.objects.get('schedule.json')?.toString() ?? '{"jobs":{}}');
    const isDue = () => Object.values(stateOf().jobs).some(({ counts }) => counts.due > 0);
    const logOf = (_: unknown, at: number) => join(first.machine(`w${at}`).home, 'worker.log');
    const readsOf = () =>
      running.map(logOf).map((log) => readFileSync(log, 'utf8').split('"configured"').length);
    let schedules = 0;
    for (let [readingMs, dueMs] = [READING_MS, 0]; clock.now() >= dueMs; readingMs *= 2) {
      const before = readsOf();
      dueMs = clock.now() + readingMs;
      schedules += 1;
      writeFileSync(path, configText(benches, dueMs));
      for (const { child } of running) {
        child.kill('SIGHUP');
      }
      while (readsOf().some((reads, at) => reads === before[at]) && clock.now() < dueMs) {
        await clock.sleep(50, new AbortController().signal);
      }
    }
    while (!isDue()) {
      await clock.sleep(100, new AbortController().signal);
    }
    const isOver = () => {
      const states = Object.values(stateOf().jobs);
      return states.length === jobs && states.every(({ counts, pending }) => counts.due > 0 && !pending);
    };
    let killed = 0;
    while (!isOver()) {
      for (const worker of running.filter(({ child }) => child.exitCode !== null)) {
        expect(await worker.ended).toBeUndefined();
      }
      // Every other one is killed between the end of its backup and the record of that in the schedule.
      const isAtEnd = killed % 2 === 1;
      await clock.sleep(isAtEnd ? 10 : PAUSE_MS, new AbortController().signal);
      const runs = listFirstRuns(stateOf());
      const pids = isAtEnd ? [findFinishing(runs, first.server)] : [...runs.values()];
      const pid = pids[random.integer(0, Math.max(0, pids.length - 1))];
      const at = running.findIndex(({ child }) => pid !== undefined && child.pid === pid);
      if (killed < kills && at >= 0) {
        running[at]?.child.kill('SIGKILL');
        await running[at]?.ended;
        running[at] = startWorker(`w${at}`);
        killed += 1;
      }
    }
    for (const worker of running) {
      worker.child.kill('SIGTERM');
      await worker.ended;
    }
    // If a worker was too slow to read a schedule in time, some jobs were due in two of them.
    let due = 0;
    for (const [name, { counts, lastRun }] of Object.entries(stateOf().jobs)) {
      const { succeeded = 0, warned = 0 } = counts.runs;
      expect(succeeded + warned, `${name}: ${JSON.stringify({ counts, lastRun })}`).toBe(
        counts.due - counts.merged,
      );
      expect(counts.due).toBeLessThanOrEqual(schedules);
      due += succeeded + warned;
    }
    expect(due).toBeGreaterThanOrEqual(jobs);
    expect(killed).toBe(kills);
    expect(benches.reduce((sum, { starts }) => sum + starts(), 0)).toBe(due);
    expect(keysOf(first.server, 'manifests/').filter((key) => key.endsWith('.json'))).toHaveLength(due);
    const limits = JSON.parse(first.server.objects.get('limits.json')?.toString() ?? '{}');
    expect(Object.keys(limits)).toHaveLength(accounts);
    const report = await first.machine('last').run(['vault', 'check', '--read-data', '--json']);
    expect(JSON.parse(report).findings).toEqual([]);
  },
  TIMEOUT_MS,
);
