import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { openWebEar } from '../../notify/support/web-ear.ts';
import { type DaemonProcess, type LogLine, readLog, startDaemon, until } from '../support/daemon-process.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

const RUNS = 80;
const KILLS = 3;
/** The number of runs between faults; all kinds of fault take turns. */
const RUNS_A_FAULT = 3;
const TIMEOUT_MS = 1_800_000;
const JOBS = ['mine', 'team'] as const;

/** Faults in order, with the failure codes they may cause. */
const FAULTS = [
  { fault: { kind: 'failed_migration' }, codes: ['migration-failed'] },
  {
    fault: { kind: 'answer', status: 503, times: 2, route: 'GET /user/migrations/{migration_id}' },
    codes: [],
  },
  { fault: { kind: 'truncated_archive' }, codes: ['archive-damaged', 'download-incomplete'] },
  { fault: { kind: 'reset', stage: 'in', route: 'storage' }, codes: [] },
  { fault: { kind: 'answer', status: 401, route: 'GET /user' }, codes: ['unauthorized'] },
  { fault: { kind: 'corrupted_archive' }, codes: ['archive-damaged'] },
] as const;

const clock = createSystemClock();
const random = createSeededRandom('soak');

function configText(baseUrl: string, earUrl: string): string {
  const job = (schedule: string) => `    account: main
    schedule: "${schedule}"
    retries: 1
    retry_delay: 300ms
    poll_interval: 100ms
    notify: [ear]
    max_drop: 100`;
  return `time_zone: Europe/Berlin
accounts:
  main:
    base_url: ${baseUrl}
    dialect: service
    token: \${SOAK_TOKEN}
jobs:
  mine:
${job('* * * * * *')}
    vault: vaults/mine
  team:
${job('*/2 * * * * *')}
    vault: vaults/team
notifications:
  ear:
    type: webhook
    url: ${earUrl}/
    on: [success, failure]
daemon: { concurrency: 2, stop_grace: 60s }
`;
}

async function addFault(baseUrl: string, fault: object): Promise<void> {
  const answer = await fetch(`${new URL(baseUrl).origin}/-/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

const endedIn = (lines: readonly LogLine[]) => lines.filter(({ event }) => event === 'ended');

it.runIf(IS_LONG)(
  `the daemon does ${RUNS} runs with faults and ${KILLS} kills, each with the right outcome`,
  async () => {
    const folder = temporaryFolder();
    const ear = await openWebEar();
    const sandbox = await startSandbox({
      dialect: 'service',
      seed: 'soak',
      repositories: 2,
      issues: 4,
      clock,
      pendingMs: 50,
      exportMs: 100,
      livePaceMs: 500,
      hasFaultControl: true,
    });
    const baseUrl = sandbox.ready.base_url;
    const path = (name: string) => join(folder, name);
    await writeFile(path('satchel.yaml'), configText(baseUrl, ear.url));
    const env = { HOME: folder, SOAK_TOKEN: sandbox.ready.tokens.classic };
    const log = path('satchel.log');
    const args = ['--config', path('satchel.yaml'), '--state', path('runs.json'), '--log-file', log];
    let daemon: DaemonProcess = await startDaemon(args, env);
    onTestFinished(async () => {
      daemon.signal('SIGKILL');
      await sandbox.close();
      await ear.close();
    });

    const injected: (typeof FAULTS)[number][] = [];
    const killsAt = Array.from({ length: KILLS }, (_, index) =>
      Math.round((RUNS * (index + 1)) / (KILLS + 2)),
    );
    const memory: number[] = [];
    const handles: number[] = [];
    for (let done = 0; done < RUNS; ) {
      await until(`run ${done + 1} of ${RUNS} ended`, () => endedIn(readLog(log)).length > done).catch(
        async (error) => {
          throw new Error(`${error.message}
${daemon.complaints()}${(await readFile(log, 'utf8')).slice(-6000)}`);
        },
      );
      done = endedIn(readLog(log)).length;
      memory.push(daemon.memoryBytes() ?? 0);
      handles.push(daemon.handles() ?? 0);
      // Two runs may have ended since the last check.
      while (injected.length < Math.floor(done / RUNS_A_FAULT)) {
        const next = FAULTS[injected.length % FAULTS.length] ?? FAULTS[0];
        injected.push(next);
        await addFault(baseUrl, next.fault);
      }
      if (killsAt[0] !== undefined && done >= killsAt[0]) {
        killsAt.shift();
        const started = readLog(log).filter(({ event }) => event === 'started').length;
        await until(
          'a run is under way',
          () => readLog(log).filter(({ event }) => event === 'started').length > started,
        );
        // The first kill always comes early in a run, unlike the others.
        await clock.sleep(killsAt.length === KILLS - 1 ? 0 : random.integer(0, 800));
        daemon.signal('SIGKILL');
        expect(await daemon.ended()).toBe('SIGKILL');
        daemon = await startDaemon(args, env);
        memory.length = 0;
        handles.length = 0;
      }
    }

    const health = await (await fetch(`${daemon.url}/healthz`)).json();
    expect(health).toMatchObject({ status: 'ok', configuration_valid: true });
    const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
    expect(metrics).toMatch(/^satchel_job_last_success_age_seconds\{job="mine"\} \d/m);
    daemon.signal('SIGTERM');
    expect(await daemon.ended()).toBe(0);
    expect(daemon.complaints()).toBe('');

    const lines = readLog(log);
    await judgeOutcomes(lines, { folder, sandbox, injected });
    await judgeAccounts(path('runs.json'), lines);
    for (const job of JOBS) {
      await judgeVault(path(`vaults/${job}`));
    }
    judgeNotifications(
      lines,
      ear.heard.map(({ body }) => JSON.parse(body)),
    );
    judgeResources(memory, handles);
    expect(await readFile(log, 'utf8')).not.toContain(sandbox.ready.tokens.classic);
  },
  TIMEOUT_MS,
);

interface Evidence {
  readonly folder: string;
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly injected: readonly (typeof FAULTS)[number][];
}

/** Each success has an archive from the service in the vault; each failure has a fault as its cause. */
async function judgeOutcomes(
  lines: readonly LogLine[],
  { folder, sandbox, injected }: Evidence,
): Promise<void> {
  const ended = endedIn(lines);
  expect(new Set(ended.map(({ run_id }) => run_id)).size).toBe(ended.length);
  const allowed = new Set<unknown>(injected.flatMap(({ codes }) => codes));
  const failed = ended.filter(({ outcome }) => outcome === 'failed');
  for (const { failure } of failed) {
    expect(allowed).toContain((failure as { code: string }).code);
  }
  expect(failed.length).toBeLessThanOrEqual(injected.length);
  expect(failed.length).toBeGreaterThan(0);
  for (const run of ended.filter(({ outcome }) => outcome !== 'failed')) {
    expect(['succeeded', 'warned']).toContain(run['outcome']);
    expect(run).toMatchObject({ is_verified: true });
    const ofRun = lines.filter(({ run_id }) => run_id === run['run_id']);
    const { migration_id: id } = ofRun.findLast(({ migration_id }) => migration_id !== undefined) ?? {};
    const exported = sandbox.exported(Number(id));
    const vault = join(folder, 'vaults', String(run['job']));
    const names = await readdir(join(vault, 'archives'));
    const name = names.find((candidate) => candidate.endsWith(`-${id}.tar.gz`));
    expect([id, name]).toEqual([id, expect.any(String)]);
    expect([id, run['bytes']]).toEqual([id, exported?.sizeBytes]);
    const digest = createHash('sha256')
      .update(await readFile(join(vault, 'archives', name ?? '')))
      .digest('hex');
    expect([id, digest]).toEqual([id, exported?.sha256]);
  }
}

/** Each due time is run, merged with another, or missed; a run interrupted by a kill is finished under its own id. */
async function judgeAccounts(statePath: string, lines: readonly LogLine[]): Promise<void> {
  const { jobs } = JSON.parse(await readFile(statePath, 'utf8'));
  for (const job of JOBS) {
    const { counts, pending } = jobs[job];
    const runs = Object.values<number>(counts.runs).reduce((sum, count) => sum + count, 0);
    expect([job, counts.due]).toEqual([
      job,
      runs + counts.merged + counts.missed + (pending === undefined ? 0 : 1),
    ]);
    const logged = endedIn(lines).filter((line) => line['job'] === job).length;
    // A kill can come between the writes to the state and the log.
    expect(Math.abs(runs - logged)).toBeLessThanOrEqual(KILLS);
  }
  const broken = lines.filter(({ event, by }) => event === 'interrupted' && by === 'crash');
  expect(broken.length).toBeGreaterThan(0);
  const stillPending = JOBS.map((job) => jobs[job].pending?.runId);
  const settled = new Set([...endedIn(lines).map(({ run_id }) => run_id), ...stillPending]);
  expect(broken.filter(({ run_id }) => !settled.has(run_id))).toEqual([]);
}

/** All archives of the vault exist, complete and fully verified, and its lock is free. */
async function judgeVault(vault: string): Promise<void> {
  const context = createRecordedContext();
  const status = await runSatchel(['vault', 'check', '--vault', vault, '--read-data'], { ...context, clock });
  expect([status, context.out()]).toEqual([0, expect.any(String)]);
  expect((await readdir(vault)).filter((name) => name.startsWith('lock'))).toEqual([]);
}

/** Every finished run caused a notification with its outcome: one, or another if a kill came before it was recorded. */
function judgeNotifications(lines: readonly LogLine[], notifications: readonly LogLine[]): void {
  const sent = new Map(notifications.map((notification) => [notification['run_id'], notification]));
  expect(notifications.length - sent.size).toBeLessThanOrEqual(KILLS);
  const unsent = endedIn(lines).filter(({ run_id }) => !sent.has(run_id));
  expect(unsent.length).toBeLessThanOrEqual(KILLS);
  for (const { run_id, outcome } of endedIn(lines)) {
    const notification = sent.get(run_id);
    if (notification !== undefined) {
      expect([run_id, notification['occasion']]).toEqual([
        run_id,
        outcome === 'failed' ? 'failure' : 'success',
      ]);
    }
  }
}

/** In the last process, memory and handles remain stable after warming up. */
function judgeResources(memory: readonly number[], handles: readonly number[]): void {
  const warm = memory.slice(Math.floor(memory.length / 3));
  const half = Math.floor(warm.length / 2);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  expect(mean(warm.slice(half))).toBeLessThan(mean(warm.slice(0, half)) * 1.25 + 32 * 2 ** 20);
  const [first = 0] = handles;
  expect(Math.min(...handles.slice(-3))).toBeLessThanOrEqual(first + 4);
}
