import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { afterTime } from '../base/clock.ts';
import { invariant, systemErrorCode } from '../base/failure.ts';
import { definedMembers } from '../base/json.ts';
import { NEUTRAL_FOLDER } from '../base/run-program.ts';
import { Failure, messageOf } from '../model/failure.ts';
import {
  argumentsOf,
  GIT_ENVIRONMENT,
  GIT_SETTINGS,
  type GitCommand,
  NETWORK_CALLS,
  NETWORK_SETTINGS,
} from './git-calls.table.ts';
import { GIT_LIMITS } from './git-limits.table.ts';
import type { OwnRepository } from './own-repository.ts';

export interface GitRunOptions {
  /** The directories to search for the program, as in `PATH`. Nothing else of the environment is passed to git. */
  readonly searchPath: string;
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one run: by default an hour, or six with a server; 0 for none. */
  readonly timeoutMs?: number | undefined;
}

export interface GitStart extends GitRunOptions {
  readonly command: GitCommand;
  /** The bare repository; omitted for commands that need none, such as `version`. */
  readonly repository?: OwnRepository | undefined;
  /** The server that git may talk to; without one, it talks to none. */
  readonly remote?: GitRemote | undefined;
}

/** A repository on a server. What is secret reaches git in its environment, which no other user can read. */
export interface GitRemote {
  readonly url: URL;
  /** The value of the Authorization header; undefined for a server that needs none, or knows people by their keys. */
  readonly authorization?: string | undefined;
  /** For SSH: where the agent with the keys of this user listens (`SSH_AUTH_SOCK`). */
  readonly agentSocket?: string | undefined;
  readonly caFile?: string | undefined;
  readonly proxies?: { readonly http?: string; readonly https?: string; readonly none?: string } | undefined;
}

/** Windows has no process groups. */
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Starts git isolated from the archive, the machine and the current folder: no ambient settings, no programs from a
 * repository. When it ends, whatever it has started ends too.
 */
export function spawnGit(start: GitStart, stdio: StdioOptions): ChildProcess {
  const { command, remote, repository } = start;
  invariant(
    (remote !== undefined) === NETWORK_CALLS.has(command[0]),
    'only calls of the network have a server',
  );
  const settings = [
    ...GIT_SETTINGS,
    ...(repository === undefined ? [] : [`safe.directory=${repository}`]),
  ].flatMap((setting) => ['-c', setting]);
  const options = [...settings, '--no-pager', '--no-replace-objects'];
  const child = spawn('git', [...options, ...argumentsOf(command)], {
    cwd: NEUTRAL_FOLDER,
    env: {
      ...GIT_ENVIRONMENT,
      ...remoteEnvironment(remote),
      GIT_DIR: repository ?? devNull,
      // A relative folder of the search path is one in the current folder.
      PATH: start.searchPath.split(delimiter).filter(isAbsolute).join(delimiter),
    },
    stdio,
    killSignal: 'SIGKILL',
    windowsHide: true,
    detached: HAS_GROUPS,
    ...(start.signal === undefined ? {} : { signal: start.signal }),
  });
  const { pid } = child;
  if (pid !== undefined) {
    limitTime(child, start.timeoutMs ?? (remote === undefined ? GIT_LIMITS.runMs : GIT_LIMITS.cloneMs));
    if (HAS_GROUPS) {
      child.once('exit', () => endGroup(pid));
    }
  }
  return child;
}

/** The timer of Node's own option `timeout` continues for a program that could not start, and keeps the process alive. */
function limitTime(child: ChildProcess, limitMs: number): void {
  if (limitMs > 0) {
    child.once(
      'exit',
      afterTime(limitMs, () => child.kill('SIGKILL')),
    );
  }
}

/**
 * Ends what is left of the group of a git that has exited. If it was killed, its helpers live on, such as the one that
 * talks to the server: they would write files, and keep the output open for as long as the server likes.
 */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left, as usual.
  }
}

/** The failure for a process that could not start. */
export function gitStartFailure(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT' || code === 'EACCES') {
    return new Failure('git-missing', 'Cannot read a git repository: the program "git" was not found', {
      cause: error,
    });
  }
  return new Failure('file-system', `Cannot start "git": ${messageOf(error)}`, { cause: error });
}

function remoteEnvironment(remote: GitRemote | undefined): Readonly<Record<string, string>> {
  if (remote === undefined) {
    return {};
  }
  const { url, authorization, agentSocket, caFile, proxies = {} } = remote;
  const settings = [
    ...(authorization === undefined
      ? []
      : [[`http.${url.origin}/.extraHeader`, `Authorization: ${authorization}`]]),
    ...NETWORK_SETTINGS,
    ...(caFile === undefined ? [] : [['http.sslCAInfo', caFile]]),
  ];
  return {
    GIT_ALLOW_PROTOCOL: url.protocol.slice(0, -1),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key = '', value = ''], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    ...(url.protocol === 'ssh:' ? { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' } : {}),
    ...definedMembers({
      SSH_AUTH_SOCK: agentSocket,
      http_proxy: proxies.http,
      https_proxy: proxies.https,
      no_proxy: proxies.none,
    }),
  };
}
