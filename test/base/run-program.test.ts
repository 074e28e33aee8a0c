import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from '../../src/base/process-identity.ts';
import { type ProgramCall, plainVariables, runProgram } from '../../src/base/run-program.ts';

const { PATH } = process.env;

type Rest = Partial<ProgramCall>;

async function run(command: readonly string[], rest: Rest = {}) {
  const { signal } = new AbortController();
  return await runProgram({
    command,
    env: { PATH },
    timeoutMs: 60_000,
    signal,
    maxOutputLength: 1_000_000,
    ...rest,
  });
}

const node = (script: string) => [process.execPath, '-e', script];
const shell = (script: string) => ['/bin/sh', '-c', script];

/** The id of a process that a program has left behind and printed first; it is ended with the test. */
function leftBehind(stdout: string): number {
  const pid = Number.parseInt(stdout, 10);
  onTestFinished(() => {
    if (isAlive(pid)) {
      process.kill(pid, 'SIGKILL');
    }
  });
  return pid;
}

describe('runProgram()', () => {
  it('gives a program its input, and returns its output', async () => {
    const script = 'process.stdin.pipe(process.stdout); console.error(process.env.WORD)';
    expect(await run(node(script), { input: 'round trip ✓', env: { WORD: 'careful' } })).toEqual({
      isMissing: false,
      stdout: 'round trip ✓',
      stderr: 'careful\n',
    });
  });

  it.each<[what: string, command: readonly string[], trouble: string, rest?: Rest]>([
    ['its status', node('console.error("no paper"); process.exit(3)'), 'it ended with status 3'],
    ['the signal that ended it', shell('kill -KILL $$'), 'it was ended by SIGKILL'],
    ['that it cannot be started', ['/nowhere/program'], 'it cannot be started (ENOENT)'],
    ['that it is no program', ['/dev/null'], 'it cannot be started (EACCES)'],
    ['that it printed too much', shell('exec yes'), 'it printed more than 977 KiB'],
    ['that it took too long', shell('exec sleep 60'), 'it took longer than 0.1 s', { timeoutMs: 100 }],
    [
      'that it ignores the end of its time',
      shell('trap "" TERM; exec sleep 5'),
      'it took longer than 0.1 s',
      { timeoutMs: 100 },
    ],
  ])('says %s', async (_what, command, trouble, rest = {}) => {
    expect(await run(command, rest)).toMatchObject({ trouble, isMissing: command[0] === '/nowhere/program' });
  });

  it('does not wait for a process that keeps the output open, and misses nothing of the program', async () => {
    const script = `
      const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit', detached: true });
      console.log(pid);
      process.stdout.write('x'.repeat(300_000), () => { console.error('end'); process.exit(0); });
    `;
    const { stdout, ...ending } = await run(node(script));
    expect(isAlive(leftBehind(stdout))).toBe(true);
    expect(ending).toEqual({ isMissing: false, stderr: 'end\n' });
    expect(stdout.replace(/^\d+\n/, '')).toBe('x'.repeat(300_000));
  }, 20_000);

  it('is not held up by a process left behind by one that failed', async () => {
    const { stdout, trouble, stderr } = await run(shell('sleep 60 & echo $!; echo "no paper" >&2; exit 3'));
    expect(isAlive(leftBehind(stdout))).toBe(true);
    expect({ trouble, stderr }).toEqual({ trouble: 'it ended with status 3', stderr: 'no paper\n' });
  }, 20_000);

  it('does not mind a program that reads nothing, or whose output is ignored', async () => {
    const { signal } = new AbortController();
    const call = { command: shell('echo unheard'), env: { PATH }, timeoutMs: 60_000, signal };
    expect(await runProgram({ ...call, input: 'x'.repeat(1_000_000) })).toEqual({
      isMissing: false,
      stdout: '',
      stderr: '',
    });
  });

  it('ends a program when aborted, with the reason', async () => {
    const controller = new AbortController();
    const running = run(shell('exec sleep 60'), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await expect(run(shell('exit 0'), { signal: controller.signal })).rejects.toThrow('enough');
  });
});

const PLAIN = {
  PATH: '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/bin:/usr/bin',
  Path: 'C:\\bin',
  HOME: '/home/mira',
  LC_ALL: 'C.UTF-8',
  XDG_RUNTIME_DIR: '/run/user/1000',
  HTTPS_PROXY: 'http://proxy.example:3128',
  SystemRoot: 'C:\\Windows',
};

const SECRET = {
  SATCHEL_TOKEN: 'a',
  github_token: 'b',
  AWS_SECRET_ACCESS_KEY: 'c',
  RESTIC_PASS: 'd',
  Database_Url: 'postgres://me:e@db.example/x',
  API_KEY: 'f',
  PGPASSWORD: 'g',
  MY_CREDENTIALS: 'h',
  http_proxy: 'http://me:i@proxy.example:3128',
  PATH_SECRET: 'j',
  SSH_AUTH_SOCK: '/tmp/agent',
};

it('leaves the variables that may hold a secret out, whatever they are called', () => {
  expect(plainVariables({ ...PLAIN, ...SECRET })).toEqual(PLAIN);
});
