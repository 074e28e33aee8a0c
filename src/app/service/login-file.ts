import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '../../base/file-failure.ts';
import { type Environment, namedHome, userDirectory } from '../../base/user-directories.ts';

/**
 * Where `satchel login` keeps the token for the origin of a base URL; undefined without a home directory. The name is the
 * encoded origin (without `https://`), so that a token is never found for another origin.
 */
export function loginPath(baseUrl: URL, env: Environment): string | undefined {
  const directory = userDirectory('configuration', { env, home: namedHome(env) });
  const name = encodeURIComponent(baseUrl.origin.replace(/^https:\/\//, ''));
  return directory === undefined ? undefined : join(directory, 'tokens', name);
}

/** The path of the token of `satchel login` for the origin of a base URL; undefined if there is none. */
export async function findLogin(baseUrl: URL, env: Environment): Promise<string | undefined> {
  const path = loginPath(baseUrl, env);
  return path !== undefined && (await ifPresent(stat(path))) !== undefined ? path : undefined;
}
