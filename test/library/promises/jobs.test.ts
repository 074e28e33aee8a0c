import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDrivenClock, type Report } from '../../../src/library/client.ts';
import { startSandbox } from '../../../src/library/sandbox.ts';
import { backup, keepSchedule, readJobs, runJob } from '../../../src/library/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

it('keeps a schedule whose runs wait for other calls of this process on the vault', async () => {
  const directory = temporaryFolder();
  const [holding, stop] = [new AbortController(), new AbortController()];
  let pollsLeft = Number.POSITIVE_INFINITY;
  const sandbox = await startSandbox();
  const pending = await startSandbox({
    faults: ['pending_migration'],
    onRequest() {
      pollsLeft -= 1;
      if (pollsLeft === 0) {
        holding.abort();
      }
    },
  });
  onTestFinished(() => void Promise.all([sandbox.close(), pending.close()]));
  writeFileSync(join(directory, 'token'), sandbox.token, { mode: 0o600 });
  const configuration = join(directory, 'satchel.yaml');
  writeFileSync(
    configuration,
    `accounts: { main: { base_url: "${sandbox.baseUrl}", token_file: token } }
jobs: { home: { account: main, vault: vault, schedule: "* * * * *", poll_interval: 10ms } }
`,
  );
  const { baseUrl, token } = pending;
  let isHeld: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const held = backup({
    ...{ baseUrl, token, vault: join(directory, 'vault'), pollIntervalMs: 5 },
    ...{ signal: holding.signal, onReport: () => isHeld() },
  });
  const ended = expect(held).rejects.toThrow();
  await started;
  const reports: Report[] = [];
  await keepSchedule({
    ...{ configuration, stateFile: join(directory, 'runs.json'), port: 0, signal: stop.signal },
    clock: createDrivenClock(Date.now(), { skipSleeps: true }),
    onReport(report) {
      if (stop.signal.aborted) {
        return; // The run that was due next has begun.
      }
      reports.push(report);
      if (report.type === 'started') {
        pollsLeft = 20; // So that a run that does not wait meets the lock.
      } else if (report.type === 'ended') {
        stop.abort();
      }
    },
  });
  await ended;
  expect(reports.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  expect(reports.find(({ type }) => type === 'ended')?.fields).toMatchObject({ outcome: 'succeeded' });
});

it('runs the jobs of a configuration, once or when they are due', async () => {
  const directory = temporaryFolder();
  const sandbox = await startSandbox({ repositories: 1, issues: 4 }); // With fewer, the archive has no findings at all.
  onTestFinished(() => sandbox.close());
  writeFileSync(join(directory, 'token'), sandbox.token, { mode: 0o600 });
  const configuration = join(directory, 'satchel.yaml');
  writeFileSync(
    configuration,
    `accounts: { main: { base_url: "${sandbox.baseUrl}", token_file: token } }
jobs: { home: { account: main, vault: vault, schedule: "@daily", time_zone: Europe/Berlin, poll_interval: 50ms } }
`,
  );
  const stateFile = join(directory, 'runs.json');
  expect(await readJobs(configuration)).toEqual([
    { name: 'home', vault: join(directory, 'vault'), schedules: ['@daily'], timeZone: 'Europe/Berlin' },
  ]);
  const { outcome, summary } = await runJob('home', { configuration, stateFile });
  // What needs no attention is not counted.
  expect([outcome, summary]).toMatchObject(['succeeded', { isVerified: true, repositories: 1, findings: 0 }]);
  const manifests = join(directory, 'vault/manifests');
  const [manifest = ''] = readdirSync(manifests);
  const { findings } = JSON.parse(readFileSync(join(manifests, manifest), 'utf8'));
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'info' }));

  // Programs are told what they can do, and people at the command line which flags and commands do it.
  const pending = await startSandbox({ repositories: 1, issues: 1, faults: ['pending_migration'] });
  onTestFinished(() => pending.close());
  const late = join(directory, 'late.yaml');
  writeFileSync(
    late,
    `accounts: { main: { base_url: "${pending.baseUrl}", token_file: token } }
jobs: { late: { account: main, vault: late, poll_interval: 10ms, timeout: 20ms } }
`,
  );
  const clock = createDrivenClock(Date.now(), { skipSleeps: true });
  const lateRun = { configuration: late, stateFile: join(directory, 'late.json'), clock };
  expect((await runJob('late', lateRun)).failure).toMatchObject({
    code: 'still-pending',
    hint: expect.not.stringContaining('satchel '),
    commandHint: expect.stringContaining('satchel '),
  });

  const stop = new AbortController();
  const ready: number[] = [];
  const onReady = ({ jobs }: { readonly jobs: number }) => {
    ready.push(jobs);
    stop.abort();
  };
  await keepSchedule({ configuration, stateFile, port: 0, signal: stop.signal, onReady });
  expect(ready).toEqual([1]);
});
