import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

type UserDirectory = 'cache' | 'configuration' | 'data' | 'state';

interface Places {
  /** Overrides all other members (XDG base directory specification). */
  readonly variable: string;
  /** Below the home directory. */
  readonly standard: readonly string[];
  /** The same on macOS, if it differs. */
  readonly darwin?: readonly string[];
  /** Below the folder that the variable names, or else below the home directory. */
  readonly win32: {
    readonly variable: string;
    readonly standard: readonly string[];
    readonly own: readonly string[];
  };
}

const LOCAL = { variable: 'LOCALAPPDATA', standard: ['AppData', 'Local'] } as const;

const PLACES: Readonly<Record<UserDirectory, Places>> = {
  cache: {
    variable: 'XDG_CACHE_HOME',
    standard: ['.cache'],
    darwin: ['Library', 'Caches'],
    win32: { ...LOCAL, own: ['satchel', 'cache'] },
  },
  configuration: {
    variable: 'XDG_CONFIG_HOME',
    standard: ['.config'],
    win32: { variable: 'APPDATA', standard: ['AppData', 'Roaming'], own: ['satchel'] },
  },
  data: {
    variable: 'XDG_DATA_HOME',
    standard: ['.local', 'share'],
    darwin: ['Library', 'Application Support'],
    win32: { ...LOCAL, own: ['satchel'] },
  },
  state: {
    variable: 'XDG_STATE_HOME',
    standard: ['.local', 'state'],
    win32: { ...LOCAL, own: ['satchel', 'state'] },
  },
};

interface UserPlace {
  readonly env: Environment;
  /** The parent of all directories that no variable overrides. */
  readonly home: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/**
 * Our directory for this purpose, by the XDG base directory specification and the conventions of macOS and Windows.
 * Undefined if neither a variable nor a home directory determines it.
 */
export function userDirectory(name: UserDirectory, place: UserPlace & { readonly home: string }): string;
export function userDirectory(name: UserDirectory, place: UserPlace): string | undefined;
export function userDirectory(
  name: UserDirectory,
  { env, home, platform = process.platform }: UserPlace,
): string | undefined {
  const { variable, standard, darwin, win32 } = PLACES[name];
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) {
    return join(named, 'satchel'); // The specification requires that relative paths are ignored.
  }
  const below = (...path: readonly string[]) => (home === undefined ? undefined : join(home, ...path));
  if (platform === 'win32') {
    const folder = env[win32.variable] || below(...win32.standard);
    return folder === undefined ? undefined : join(folder, ...win32.own);
  }
  return below(...(platform === 'darwin' ? (darwin ?? standard) : standard), 'satchel');
}

/** The home directory according to the environment; undefined if a process should leave nothing at home. */
export function namedHome(env: Environment): string | undefined {
  return env['HOME'] || (env['USERPROFILE'] ? homedir() : undefined);
}

/**
 * A path that a shell would not have expanded, as in `--vault=~/work`, a variable or a file: `~`, `$HOME` and `${HOME}` at its
 * beginning are the home directory. A folder of such a name is written `./~`.
 */
export function pathFromHome(text: string, env: Environment): string {
  const rest = /^(?:~|\$HOME|\$\{HOME\})(?=[\\/]|$)(.*)$/s.exec(text)?.[1];
  return rest === undefined ? text : join(homeDirectory(env), rest);
}

/** The home directory according to the environment, or else to the system. */
export function homeDirectory(env: Environment): string {
  return namedHome(env) ?? homedir();
}
