import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { Failure, messageOf, systemErrorCode } from '../base/index.ts';
import { GIT_LIMITS } from './git-limits.table.ts';

/** How git is found and held in bounds. */
export interface GitRunOptions {
  /** Where the program is looked for: directories as in `PATH`. Nothing else of the environment reaches git. */
  readonly searchPath: string;
  readonly signal?: AbortSignal | undefined;
  /** How long one run may take; an hour unless given, without end for 0. */
  readonly timeoutMs?: number | undefined;
}

/** What a process of git is started with. */
export interface GitStart extends GitRunOptions {
  /** The subcommand and what follows it; never an option that a person or an archive wrote. */
  readonly arguments: readonly string[];
  /** The bare repository. Left out for what needs none, like `version`. */
  readonly gitDirectory?: string | undefined;
}

/** Starts git with what stands between it and the archive: no ambient settings, no programs of a repository. */
export function spawnGit(start: GitStart, stdio: StdioOptions): ChildProcess {
  return spawn('git', [...SAFE_OPTIONS, ...placeOf(start), ...start.arguments], {
    env: { ...SAFE_ENVIRONMENT, PATH: start.searchPath },
    stdio,
    timeout: start.timeoutMs ?? GIT_LIMITS.runMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
    ...(start.signal === undefined ? {} : { signal: start.signal }),
  });
}

/** The failure for a process that could not be started. */
export function gitStartFailure(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT' || code === 'EACCES') {
    return new Failure('git-missing', 'Cannot read a git repository: there is no program "git"', {
      cause: error,
    });
  }
  return new Failure('file-system', `Cannot start "git": ${messageOf(error)}`, { cause: error });
}

/**
 * What stands on the command line beats every configuration file. `core.fsmonitor` and `core.hooksPath` name
 * programs; `protocol.allow` rules transports; replacement refs would show other objects than the ones stored.
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

/** The whole environment of git but for the search path; nothing is inherited, so that no ambient `GIT_*` counts. */
const SAFE_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // Paths of an archive are names, never patterns.
  GIT_LITERAL_PATHSPECS: '1',
  // A crafted pack may claim objects of any size; git gives up on a single allocation beyond this.
  GIT_ALLOC_LIMIT: '2g',
  LC_ALL: 'C',
} as const;

function placeOf({ gitDirectory }: GitStart): readonly string[] {
  return gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`];
}
