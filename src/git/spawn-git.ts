import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { definedMembers, Failure, messageOf, systemErrorCode } from '../base/index.ts';
import { GIT_LIMITS } from './git-limits.table.ts';

/** How git is found, and its limits. */
export interface GitRunOptions {
  /** The directories to search for the program, as in `PATH`. Nothing else of the environment is passed to git. */
  readonly searchPath: string;
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one run: by default an hour, or six with a server; 0 for none. */
  readonly timeoutMs?: number | undefined;
}

/** Options of a git process. */
export interface GitStart extends GitRunOptions {
  /** The subcommand and its arguments; never options from users or archives. */
  readonly arguments: readonly string[];
  /** The bare repository; omitted for subcommands that need none, such as `version`. */
  readonly gitDirectory?: string | undefined;
  /** The server that git may talk to; without one, it talks to none. */
  readonly remote?: GitRemote | undefined;
}

/** A repository on a server. What is secret reaches git in its environment, which no other user can read. */
export interface GitRemote {
  readonly url: URL;
  /** The value of the Authorization header. */
  readonly authorization: string;
  /** A file with the certificates to trust. */
  readonly caFile?: string | undefined;
  readonly proxies?: { readonly http?: string; readonly https?: string; readonly none?: string } | undefined;
}

/** Windows has no process groups. */
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Starts git isolated from the archive and the machine: no ambient settings, no programs from a repository. When it
 * ends, whatever it has started ends too.
 */
export function spawnGit(start: GitStart, stdio: StdioOptions): ChildProcess {
  const child = spawn('git', [...SAFE_OPTIONS, ...placeOf(start), ...start.arguments], {
    env: { ...SAFE_ENVIRONMENT, ...remoteEnvironment(start.remote), PATH: start.searchPath },
    stdio,
    timeout: start.timeoutMs ?? (start.remote === undefined ? GIT_LIMITS.runMs : GIT_LIMITS.cloneMs),
    killSignal: 'SIGKILL',
    windowsHide: true,
    detached: HAS_GROUPS,
    ...(start.signal === undefined ? {} : { signal: start.signal }),
  });
  const { pid } = child;
  if (HAS_GROUPS && pid !== undefined) {
    child.once('exit', () => endGroup(pid));
  }
  return child;
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

/**
 * The command line overrides all configuration files. `core.fsmonitor` and `core.hooksPath` name programs;
 * `protocol.allow` controls transports; replacement refs would substitute other objects for the stored ones.
 */
const SAFE_OPTIONS = [
  '-c',
  `core.hooksPath=${devNull}`,
  '-c',
  'core.fsmonitor=',
  '-c',
  'protocol.allow=never',
  '-c',
  'safe.directory=*',
  '-c',
  'core.alternateRefsCommand=',
  '--no-pager',
  '--no-replace-objects',
] as const;

/** The environment of git, apart from the search path. No ambient `GIT_*` is inherited. */
const SAFE_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // Paths from an archive are names, never patterns.
  GIT_LITERAL_PATHSPECS: '1',
  // A crafted pack may claim objects of any size; git fails on a single allocation above this.
  GIT_ALLOC_LIMIT: '2g',
  LC_ALL: 'C',
} as const;

function placeOf({ gitDirectory }: GitStart): readonly string[] {
  return gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`];
}

/** The environment for one server and its protocol: no redirects, which could lead the header elsewhere. */
function remoteEnvironment(remote: GitRemote | undefined): Readonly<Record<string, string>> {
  if (remote === undefined) {
    return {};
  }
  const { url, authorization, caFile, proxies = {} } = remote;
  const settings = [
    [`http.${url.origin}/.extraHeader`, `Authorization: ${authorization}`],
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', String(GIT_LIMITS.silenceMs / 1000)],
    ['core.fsync', 'all'],
    ['gc.autoDetach', 'false'],
    ['maintenance.autoDetach', 'false'],
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
    // Otherwise libcurl looks for passwords in the home directory, in `.netrc`.
    HOME: devNull,
    ...definedMembers({ http_proxy: proxies.http, https_proxy: proxies.https, no_proxy: proxies.none }),
  };
}
