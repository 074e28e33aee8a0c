import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The variables of the environment, as the command line hands them over. */
export type Environment = Readonly<Record<string, string | undefined>>;

type UserDirectory = 'cache' | 'configuration' | 'data' | 'state';

interface Places {
  /** Names the place wherever it is set (XDG base directory specification). */
  readonly variable: string;
  /** Below the home directory. */
  readonly standard: readonly string[];
  /** The same on macOS, where it differs. */
  readonly darwin?: readonly string[];
  /** Below a folder that Windows names, or below the home directory where it does not. */
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
  /** Where everything lies that no variable places. */
  readonly home: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/**
 * Our own directory among those of the user, by the XDG base directory specification and its equals on macOS and Windows.
 * Undefined where neither a variable nor a home says where it is.
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
    return join(named, 'satchel'); // The specification has relative ones ignored.
  }
  const below = (...path: readonly string[]) => (home === undefined ? undefined : join(home, ...path));
  if (platform === 'win32') {
    const folder = env[win32.variable] || below(...win32.standard);
    return folder === undefined ? undefined : join(folder, ...win32.own);
  }
  return below(...(platform === 'darwin' ? (darwin ?? standard) : standard), 'satchel');
}

/** The home directory that the environment names; without one, a process is to leave nothing behind at home. */
export function namedHome(env: Environment): string | undefined {
  return env['HOME'] || (env['USERPROFILE'] ? homedir() : undefined);
}

/** The home directory: what the environment names, else what the system knows of the user. */
export function homeDirectory(env: Environment): string {
  return namedHome(env) ?? homedir();
}
