import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makePrivateFolder } from '../base/make-folder.ts';
import { type Environment, namedHome, userDirectory } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';
import { endpointOf } from './object-location.ts';

/**
 * Creates the folder in the user's cache for what is kept of a place in object storage; it depends on the server as well.
 * `kind` names the folder above it, and `number` distinguishes several for the same place. Fails with `usage`.
 */
export async function makeObjectCache(
  location: string,
  { kind, env, number = 1 }: { readonly kind: string; readonly env: Environment; readonly number?: number },
): Promise<string> {
  const cache = userDirectory('cache', { env, home: namedHome(env) });
  if (cache === undefined) {
    throw new Failure('usage', `Cannot open "${location}": there is no place for a copy of it`, {
      hint: 'Set HOME or XDG_CACHE_HOME',
    });
  }
  const server = endpointOf(env) ?? '';
  const name = createHash('sha256').update(`${server}\n${location}`).digest('hex').slice(0, 16);
  const root = join(cache, kind, number === 1 ? name : `${name}-${number}`);
  await makePrivateFolder(root);
  return root;
}
