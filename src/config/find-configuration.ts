import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Environment, namedHome, userDirectory } from '../base/index.ts';

const FILE_NAMES = ['satchel.yaml', 'satchel.yml', 'satchel.toml', 'satchel.json'] as const;

/**
 * Where a configuration may lie, best place first: the user's configuration folder, then those of the machine (XDG base
 * directory specification), on Windows the application data. Never the current directory: a file that somebody else put
 * there could name commands.
 */
export function configurationPlaces(env: Environment): readonly string[] {
  return foldersIn(env).flatMap((folder) => FILE_NAMES.map((name) => join(folder, name)));
}

/** The file that is there, or undefined where there is none. */
export async function findConfiguration(env: Environment): Promise<string | undefined> {
  for (const path of configurationPlaces(env)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) {
      return path;
    }
  }
  return undefined;
}

function foldersIn(env: Environment): readonly string[] {
  const own = userDirectory('configuration', { env, home: namedHome(env) }) ?? [];
  const shared = process.platform === 'win32' ? [] : (env['XDG_CONFIG_DIRS'] || '/etc/xdg').split(':');
  return [own, shared.filter(isAbsolute).map((folder) => join(folder, 'satchel'))].flat();
}
