import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../../src/base/clock.ts';
import { deleteRepository, namesIn, openMovingService } from '../../../backup/support/moving-service.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';
import { sampled } from '../../../house/long-only.ts';
import { type MailEar, openMailEar } from '../../../notify/support/mail-ear.ts';
import { openWebEar, type WebEar } from '../../../notify/support/web-ear.ts';
import { readLog, startDaemon, until } from '../../support/daemon-process.ts';
import { type CliBench, openCliBench } from '../../support/run-cli.ts';

let bench: CliBench;
let ear: WebEar;
let post: MailEar;
let token: string;

beforeAll(async () => {
  bench = await openCliBench({ hasFaultControl: true, repositories: 2, issues: 2 });
  ear = await openWebEar();
  post = await openMailEar();
  token = bench.sandbox.ready.tokens.classic;
});

afterAll(async () => {
  await ear.close();
  await post.close();
});

async function configure(jobs: string, rest = ''): Promise<string> {
  const path = join(temporaryFolder(), 'satchel.yaml');
  await writeFile(
    path,
    `accounts:
  main: { base_url: "${bench.sandbox.ready.base_url}", dialect: service, token_command: [printenv, MY_TOKEN] }
  stranger: { base_url: "${bench.sandbox.ready.base_url}", dialect: service, token: "\${BAD_TOKEN}" }
vault: vault
jobs:
${jobs}
notifications:
  ear: { type: webhook, url: "${ear.url}/hook", on: [success, failure, recovery, suspicion] }
  ping: { type: healthchecks, url: "${ear.url}/ping" }
  post: { type: email, host: 127.0.0.1, port: ${post.port}, security: none, from: a@b.example, to: [c@d.example] }
${rest}`,
  );
  return path;
}

/** The requests received after the first `count`, as paths or hook occasions. */
function heardSince(count: number): readonly string[] {
  return ear.heard
    .slice(count)
    .map(({ path, body }) => (path === '/hook' ? `hook ${JSON.parse(body).occasion}` : path))
    .sort();
}

async function run(
  config: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  changes: { readonly signal?: AbortSignal; readonly clock?: DrivenClock } = {},
) {
  const folder = join(config, '..');
  return await bench.run(
    ['schedule', 'run', '--config', config, '--state', join(folder, 'runs.json'), ...args],
    {
      ...changes,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        MY_TOKEN: token,
        BAD_TOKEN: 'a-token-that-nobody-knows',
        ...env,
      },
    },
  );
}

describe('satchel schedule run --job', () => {
  it('backs up with the token of token_command, and notifies once it is verified and loaded', async () => {
    const config = await configure('  once: { account: main, notify: [ear, ping, post] }');
    const before = ear.heard.length;
    const result = await run(config, ['--job', 'once', '--json', '--log-level', 'info']);
    expect([result.status, JSON.parse(result.out)]).toMatchObject([
      0,
      { message_type: 'summary', job: 'once', outcome: 'succeeded', summary: { is_verified: true } },
    ]);
    expect(heardSince(before)).toEqual(['/ping', '/ping/start', 'hook success']);
    expect(post.letters).toEqual([]);
    const told = JSON.parse(ear.heard.findLast(({ path }) => path === '/hook')?.body ?? '');
    expect(told).toMatchObject({
      run_id: JSON.parse(result.out).run_id,
      records: JSON.parse(result.out).summary.records,
    });
    const lines = result.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ofRun = lines.filter(({ run_id }) => run_id === told.run_id).map(({ event }) => event);
    expect(ofRun).toEqual(
      expect.arrayContaining(['started', 'account', 'downloaded', 'loaded', 'summary', 'ended', 'notified']),
    );
    expect(result.err).not.toContain(token);
    const log = await bench.run(['log', '--vault', join(config, '..', 'vault'), '--json']);
    expect(JSON.parse(log.out)).toMatchObject([{ run: told.run_id, backup: told.run_id, exit: 'done' }]);
  });

  it('reads variables from an environment file, because cron and launchd set none', async () => {
    const config = await configure('  filed: { account: main }');
    const environmentFile = join(config, '..', 'environment');
    await writeFile(environmentFile, `# of the job\nMY_TOKEN="${token}"\n`);
    const without = await run(config, ['--job', 'filed'], { MY_TOKEN: '' });
    expect(without.status).not.toBe(0);
    const args = ['--job', 'filed', '--quiet', '--environment-file', environmentFile];
    expect((await run(config, args, { MY_TOKEN: '' })).status).toBe(0);
  });

  it('says what it waits for, unless it is to be quiet', async () => {
    const config = await configure('  once: { account: main }');
    const unanswered = (await readFile(config, 'utf8')).replace(
      bench.sandbox.ready.base_url,
      'http://127.0.0.1:9',
    );
    await writeFile(config, unanswered);
    expect((await run(config, ['--job', 'once'])).err).toMatch(
      /^Waiting .*: no response from "http:.*ECONNREFUSED/,
    );
    expect((await run(config, ['--job', 'once', '--quiet'])).err).toBe('');
  });

  it('resumes an interrupted backup under its name', async () => {
    const config = await configure('  cut: { account: main }');
    const broken = new AbortController();
    broken.abort(new Error('somebody stopped it'));
    await run(config, ['--job', 'cut'], {}, { signal: broken.signal });
    const state = join(config, '..', 'runs-job-cut.json');
    const { runId } = JSON.parse(await readFile(state, 'utf8')).jobs.cut.pending;
    const result = await run(config, ['--job', 'cut', '--json']);
    expect(JSON.parse(result.out)).toMatchObject({ run_id: runId, reason: 'resumed', outcome: 'succeeded' });
  });

  it('notifies of a failure by mail too, ends with its status, and notifies of the recovery', async () => {
    const config = await configure('  shaky: { account: main, notify: [ear, post], retries: 0 }');
    const letters = post.letters.length;
    const before = ear.heard.length;
    const failed = await run(config, ['--job', 'shaky'], { MY_TOKEN: 'a-token-that-nobody-knows' });
    expect(failed.status).toBe(4);
    expect(failed.err).toBe('');
    expect(failed.out).toMatch(/^The job "shaky" failed after .*: Cannot .*\.\n$/);
    expect(failed.err).not.toContain('a-token-that-nobody-knows');
    expect(post.letters.slice(letters)).toHaveLength(1);
    expect(post.letters.at(-1)?.source).toContain('Subject:');
    const good = await run(config, ['--job', 'shaky']);
    expect([good.status, good.out]).toEqual([
      0,
      expect.stringMatching(/^The job "shaky" finished in .* verified and loaded\.\n$/),
    ]);
    expect((await run(config, ['--job', 'shaky', '--quiet'])).out).toBe('');
    expect(heardSince(before)).toEqual(['hook failure', 'hook recovery', 'hook success', 'hook success']);
    expect(post.letters.slice(letters)).toHaveLength(2);
  });

  it('makes no new vault where a former one is missing, as on a drive that is not mounted', async () => {
    const config = await configure('  job: { account: main, notify: [ear] }');
    expect((await run(config, ['--job', 'job'])).status).toBe(0);
    const vault = join(config, '..', 'vault');
    await rename(vault, `${vault}.away`);
    const before = ear.heard.length;
    const { status, out } = await run(config, ['--job', 'job']);
    expect([status, out]).toEqual([
      10,
      expect.stringContaining(`Cannot open the vault "${vault}": it does not exist, although there was one`),
    ]);
    expect(existsSync(vault)).toBe(false);
    expect(heardSince(before)).toEqual(['hook failure']);
    await rename(`${vault}.away`, vault);
    expect((await run(config, ['--job', 'job'])).status).toBe(0);
  });

  it.each(sampled(['by hand', 'of the job'], 1))(
    'suspects a backup that is much smaller than one %s',
    async (earlier) => {
      const service = await openMovingService();
      const text = await readFile(
        await configure('  job: { account: main, notify: [ear], retries: 0 }'),
        'utf8',
      );
      const config = join(service.directory, 'satchel.yaml');
      await writeFile(config, text.replaceAll(bench.sandbox.ready.base_url, service.sandbox.ready.base_url));
      const runJob = async () => {
        const changes = { clock: service.clock };
        return (
          await run(config, ['--job', 'job'], { MY_TOKEN: service.sandbox.ready.tokens.classic }, changes)
        ).status;
      };
      const first = earlier === 'by hand' ? (await service.backup()).status : await runJob();
      expect(first).toBe(0);
      const gone = namesIn(service.world).slice(1);
      await service.become(gone.reduce(deleteRepository, service.world));
      service.clock.advance(24 * 60 * 60_000);
      const before = ear.heard.length;
      expect(await runJob()).toBe(3);
      expect(heardSince(before)).toEqual(['hook success', 'hook suspicion']);
      expect(ear.heard.at(-1)?.body).toContain('repositories fell from');
      await service.close();
    },
  );

  it('does not suspect a backup of which less was asked for', async () => {
    const [one = ''] = bench.sandbox.ready.repositories;
    const config = await configure(
      `  all: { account: main, notify: [ear] }\n  less: { account: main, notify: [ear], repositories: ["${one}"] }`,
    );
    expect((await run(config, ['--job', 'all'])).status).toBe(0);
    const before = ear.heard.length;
    expect((await run(config, ['--job', 'less'])).status).toBe(0);
    expect(heardSince(before)).toEqual(['hook success']);
  });

  it('judges the age by the vault, and lists all runs of a job', async () => {
    const config = await configure('  aged: { account: main, notify: [ear], retries: 0, max_age: 1d }');
    await writeFile(config, (await readFile(config, 'utf8')).replace('suspicion]', 'suspicion, age]'));
    const list = async (...args: readonly string[]) =>
      (
        await bench.run(['schedule', 'list', '--config', config, ...args], {
          env: { HOME: join(config, '..') },
        })
      ).out;
    expect(await list()).toContain('Without a schedule: aged');
    const backup = await bench.call(['backup', '--vault', join(config, '..', 'vault')]);
    expect(backup.status).toBe(0);
    expect(await list()).toMatch(/aged: no schedule\n {2}\(last run: succeeded, .*; last good backup: /);
    const before = ear.heard.length;
    const failing = { MY_TOKEN: 'a-token-that-nobody-knows' };
    await run(config, ['--job', 'aged'], failing);
    expect(heardSince(before)).toEqual(['hook failure']);
    expect(ear.heard.at(-1)?.body).not.toContain('no good backup');
    const clock = createDrivenClock(bench.now() + 2 * 86_400_000, { skipSleeps: true });
    await run(config, ['--job', 'aged'], failing, { clock });
    expect(heardSince(before)).toEqual(['hook age', 'hook failure', 'hook failure']);
    expect(JSON.parse(ear.heard.findLast(({ body }) => body.includes('"age"'))?.body ?? '')).toMatchObject({
      occasion: 'age',
      last_success_at: expect.any(String),
    });
    expect(await list()).toContain('last run: failed');
  });

  it('notifies of a failure again if it was killed before the message had arrived', async () => {
    const config = await configure('  dying: { account: main, notify: [ear], retries: 0 }');
    const state = join(config, '..', 'runs-job-dying.json');
    ear.answerWith(503); // The first attempt fails, and the retry waits for the clock.
    const clock = createDrivenClock(bench.now());
    const before = ear.heard.length;
    const dying = run(config, ['--job', 'dying'], { MY_TOKEN: 'a-token-that-nobody-knows' }, { clock });
    await until('it tried to tell', () => ear.heard.length > before);
    const atDeath = await readFile(state, 'utf8');
    expect(JSON.parse(atDeath).jobs.dying.unsent).toHaveLength(1);
    let isOver = false;
    void dying.then(() => {
      isOver = true;
    });
    await until('it told', () => {
      clock.advance(60_000);
      return isOver;
    });
    expect(JSON.parse(await readFile(state, 'utf8')).jobs.dying.unsent).toEqual([]);
    await writeFile(state, atDeath); // The state that a killed process leaves.
    const again = ear.heard.length;
    await run(config, ['--job', 'dying']);
    expect(heardSince(again)).toEqual(['hook failure', 'hook recovery', 'hook success']);
    expect(JSON.parse(await readFile(state, 'utf8')).jobs.dying.unsent).toEqual([]);
  });

  it('does its work although no notification can be sent', async () => {
    const config = await configure('  once: { account: main, notify: [ear] }');
    ear.answerWith(410);
    const { status, err } = await run(config, ['--job', 'once', '--log-level', 'error']);
    expect(status).toBe(0);
    expect(err).toContain('"event":"notification-failed"');
    expect(err).toContain('answers with 410');
    ear.answerWith(410);
    const quiet = await run(config, ['--job', 'once', '--quiet']);
    expect([quiet.out, quiet.err]).toEqual([
      '',
      `satchel: Cannot notify "ear": "${ear.url}" answers with 410.\n`,
    ]);
  });

  it('ends soon after a signal, although a receiver does not answer', async () => {
    const config = await configure('  hasty: { account: main, notify: [ear], retries: 0 }');
    const stopping = new AbortController();
    const clock = createDrivenClock(bench.now());
    const before = ear.heard.length;
    ear.answerWith(-1);
    const env = { MY_TOKEN: 'a-token-that-nobody-knows' };
    const running = run(config, ['--job', 'hasty'], env, { clock, signal: stopping.signal });
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await until('it tries to notify', () => ear.heard.length > before);
    stopping.abort(new Error('somebody stopped it'));
    await until('it ended', () => {
      clock.advance(1_000);
      return isOver;
    });
    expect(JSON.parse(await readFile(join(config, '..', 'runs-job-hasty.json'), 'utf8'))).toMatchObject({
      jobs: { hasty: { unsent: [{ type: 'ended' }] } },
    });
  });

  it('notifies many channels at once, and gives a hook no secret of the configuration', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `ear${index}`);
    const config = await configure(`  many: { account: main, notify: [hook, ${names.join(', ')}] }`);
    const found = join(config, '..', 'environment.json');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(found)}, JSON.stringify(process.env))`;
    const ears = names.map(
      (name) =>
        `  ${name}: { type: webhook, url: "${ear.url}/${name}", authorization: "\${HOOK_KEY}", on: [success] }`,
    );
    const hook = `  hook: { type: exec, command: ${JSON.stringify([process.execPath, '-e', script])}, on: [success] }`;
    await writeFile(config, [await readFile(config, 'utf8'), ...ears, hook, ''].join('\n'));
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on('warning', listen);
    const { status } = await run(config, ['--job', 'many'], { HOOK_KEY: 'the-key-of-all-hooks' });
    process.off('warning', listen);
    expect([status, warnings]).toEqual([0, []]);
    expect(ear.heard.at(-1)?.headers.authorization).toBe('the-key-of-all-hooks');
    const environment = JSON.parse(await readFile(found, 'utf8'));
    expect(environment).toMatchObject({ SATCHEL_JOB: 'many', PATH: expect.any(String) });
    expect(JSON.stringify(environment)).not.toContain('the-key-of-all-hooks');
  });

  it('names the job that was probably meant, and refuses what a backup cannot do', async () => {
    const config = await configure('  nightly: { account: main }\n  odd: { account: stranger }');
    const result = await run(config, ['--job', 'nighly']);
    expect([result.status, result.err]).toEqual([2, expect.stringContaining('did you mean "nightly"?')]);
    expect((await run(config, ['--job', 'odd'])).status).toBe(4);
  });
});

describe('satchel schedule run --worker', () => {
  it.each([
    [['--worker'], 'Workers share one vault in object storage, but the jobs use "'],
    [['--worker', '--job', 'once'], 'Cannot use --worker together with --job or --state'],
  ])('refuses %j for a vault in a directory', async (args, sentence) => {
    const config = await configure('  once: { account: main }');
    const { status, err } = await bench.run(['schedule', 'run', '--config', config, ...args], {
      env: { HOME: join(config, '..'), MY_TOKEN: token, BAD_TOKEN: 'x' },
    });
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('satchel schedule run', () => {
  const jobs = (schedule: string) =>
    `  often: { account: main, schedule: "${schedule}", poll_interval: 50ms }`;

  it('runs as a process, follows its configuration, survives a wrong one, and ends in order', async () => {
    const live = await openCliBench({ pendingMs: 0, exportMs: 0 });
    const config = await configure(jobs('* * * * * *'), 'daemon: { stop_grace: 30s }');
    const folder = join(config, '..');
    const text = (await readFile(config, 'utf8')).replaceAll(
      bench.sandbox.ready.base_url,
      live.sandbox.ready.base_url,
    );
    await writeFile(config, text);
    const log = join(folder, 'log.ndjson');
    const env = { HOME: folder, MY_TOKEN: live.sandbox.ready.tokens.classic, BAD_TOKEN: 'x' };
    const args = ['--config', config, '--state', join(folder, 'runs.json'), '--log-file', log];
    const daemon = await startDaemon(args, env);
    try {
      const has = (event: string) => () => readLog(log).some((line) => line['event'] === event);
      await until('a run ended', has('ended'));
      const second = await bench.run(['schedule', 'run', ...args], {
        env: { ...env, PATH: process.env['PATH'] },
      });
      expect(second.status).toBe(11);

      await writeFile(config, `${text}oops: 1\n`);
      await until('the fault was noticed', has('configuration-wrong'));
      const metric = async (name: string) =>
        new RegExp(`^${name}(?:\\{[^}]*\\})? (.*)$`, 'm').exec(
          await (await fetch(`${daemon.url}/metrics`)).text(),
        )?.[1];
      expect(await metric('satchel_configuration_valid')).toBe('0');
      expect(Number(await metric('satchel_job_records'))).toBeGreaterThan(10);

      await writeFile(config, text.replace('often:', 'renamed:'));
      await until('the new job ran', () =>
        readLog(log).some((line) => line['job'] === 'renamed' && line['event'] === 'ended'),
      );
      expect(await metric('satchel_configuration_valid')).toBe('1');

      const times = readLog(log).filter(({ event }) => event === 'configured').length;
      daemon.signal('SIGHUP');
      await until(
        'SIGHUP was heard',
        () => readLog(log).filter(({ event }) => event === 'configured').length > times,
      );
      const health = await (await fetch(`${daemon.url}/healthz`)).json();
      expect(health).toMatchObject({ status: 'ok', jobs: [{ job: 'renamed' }] });
      daemon.signal('SIGTERM');
      expect(await daemon.ended()).toBe(0);
      expect(readLog(log).at(-1)).toMatchObject({ event: 'stopped' });
    } finally {
      daemon.signal('SIGKILL');
    }
  }, 180_000);
});
