import { type ChildProcess, spawn } from 'node:child_process';
import { parse } from 'node:path';
import { createSystemClock, withDeadline } from './clock.ts';
import { formatDuration } from './durations.ts';
import { systemErrorCode } from './failure.ts';
import { formatSize } from './sizes.ts';
import { type Environment, pathFromHome } from './user-directories.ts';

/** The maximum length of the error output that is kept. */
const MAX_STDERR_LENGTH = 8 * 1024;

/**
 * Where programs run that are ours to choose: a folder that only the machine's administrator writes. Nothing in the
 * current folder steers them; on Windows, a program of that name there would run instead.
 */
export const NEUTRAL_FOLDER = parse(process.execPath).root;

/** A run of a program of the user. */
export interface ProgramCall {
  /** The program and its arguments, which no shell reads. */
  readonly command: readonly string[];
  readonly env: Environment;
  /** Where it runs: by default in the current folder, where a user expects a program of their own. */
  readonly directory?: string;
  /** Its standard input, which it need not read. */
  readonly input?: string;
  /** In real time: the program does not run by the clock of its caller. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Ends it when its time is over or it is aborted. By default SIGTERM, so that it can restore the terminal. */
  readonly killSignal?: NodeJS.Signals;
  /** A longer standard output ends it. By default, standard output is ignored. */
  readonly maxOutputLength?: number;
}

export interface ProgramEnding {
  /** Why it did not succeed, as a clause: `it ended with status 3`. */
  readonly trouble?: string;
  /** Whether there is no such program. */
  readonly isMissing: boolean;
  readonly stdout: string;
  /** The beginning of its error output. */
  readonly stderr: string;
}

/**
 * Runs a program until it has exited or its time is over. Does not wait for processes that it leaves behind: they may
 * keep its output open for as long as they live. When aborted, rejects with the reason of the signal.
 */
export async function runProgram(call: ProgramCall): Promise<ProgramEnding> {
  const { timeoutMs: afterMs, signal } = call;
  const late = new Error(`it took longer than ${formatDuration(afterMs)}`);
  let isLate = false;
  const failure = () => {
    isLate = true;
    return late;
  };
  try {
    return await withDeadline({ clock: createSystemClock(), afterMs, signal, failure }, (bound = signal) =>
      runUntil(bound, call),
    );
  } catch (error) {
    signal.throwIfAborted();
    const code = systemErrorCode(error);
    if (!isLate && code === undefined) {
      throw error;
    }
    const trouble = isLate ? late.message : `it cannot be started (${code})`;
    return { trouble, isMissing: code === 'ENOENT', stdout: '', stderr: '' };
  }
}

async function runUntil(signal: AbortSignal, call: ProgramCall): Promise<ProgramEnding> {
  const { command, env, directory, input = '', killSignal = 'SIGTERM', maxOutputLength } = call;
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(pathFromHome(program, env), args, {
    env,
    ...(directory === undefined ? {} : { cwd: directory }),
    stdio: ['pipe', maxOutputLength === undefined ? 'ignore' : 'pipe', 'pipe'],
    killSignal,
    signal,
    windowsHide: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout = isOver(stdout, call) ? stdout : `${stdout}${text}`;
    if (isOver(stdout, call)) {
      child.kill(killSignal);
    }
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(0, MAX_STDERR_LENGTH);
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  try {
    await exitOf(child);
  } finally {
    // Neither a process that holds the other ends, nor a program that ignores the signal, keeps this process alive.
    for (const stream of child.stdio) {
      stream?.destroy();
    }
    child.unref();
  }
  const trouble = isOver(stdout, call)
    ? `it printed more than ${formatSize(maxOutputLength ?? 0)}`
    : troubleOf(child);
  return { ...(trouble === undefined ? {} : { trouble }), isMissing: false, stdout, stderr };
}

function isOver(stdout: string, { maxOutputLength = 0 }: ProgramCall): boolean {
  return stdout.length > maxOutputLength;
}

async function exitOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.once('close', () => resolve());
    // The next turn of the event loop reads what the program has written; the end of the stream may never come.
    child.once('exit', () => setImmediate(() => setImmediate(resolve)));
  });
}

function troubleOf({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode === 0) {
    return undefined;
  }
  return exitCode === null ? `it was ended by ${signalCode}` : `it ended with status ${exitCode}`;
}

/** What programs need to find their files, a display, a language, a time zone and certificates, on any system. */
const PLAIN = new RegExp(
  `^(?:${[
    'PATH|PATHEXT|HOME|USER|LOGNAME|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|HOSTNAME|SHELL|COMSPEC|TERM|COLORTERM|NO_COLOR',
    'SYSTEMROOT|SYSTEMDRIVE|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|PWD|TMP|TEMP|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+',
    'DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS',
    'HTTP_PROXY|HTTPS_PROXY|ALL_PROXY|NO_PROXY',
  ].join('|')})$`,
  'i',
);

const PROXY = /_PROXY$/i;

/** The variables that hold no secret, for programs that need none. A list of secret names would never be complete. */
export function plainVariables(env: Environment): Environment {
  return Object.fromEntries(
    // The address of a proxy may hold a password.
    Object.entries(env).filter(
      ([name, value = '']) => PLAIN.test(name) && !(PROXY.test(name) && value.includes('@')),
    ),
  );
}
