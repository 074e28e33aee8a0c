import { join } from 'node:path';
import { definedMembers } from '../../base/json.ts';
import { type Environment, namedHome, userDirectory } from '../../base/user-directories.ts';
import type { ClientOptions } from '../../client/create-client.ts';
import { readNetwork } from '../../client/network.ts';
import type { AppContext } from '../context.ts';
import type { ServiceSettings } from '../service-settings.ts';

export async function readClientSettings(
  settings: ServiceSettings,
  context: Pick<AppContext, 'env'>,
): Promise<Partial<ClientOptions>> {
  return {
    canWait: settings.wait !== false,
    network: await readNetwork(context.env, settings.caFile),
    ...definedMembers({
      allowedStorageHosts: settings.allowStorageHost,
      callTimeoutMs: settings.timeout,
      limitsDirectory: limitsDirectory(context),
      answersDirectory: folderIn('cache', 'answers', context.env),
    }),
  };
}

/** Where the processes of this machine share what they know about the limits of their tokens. */
export function limitsDirectory({ env }: Pick<AppContext, 'env'>): string | undefined {
  return folderIn('state', 'limits', env);
}

/** Undefined without a home directory in the environment: then nothing is shared with other processes. */
function folderIn(directory: 'cache' | 'state', name: string, env: Environment): string | undefined {
  const parent = userDirectory(directory, { env, home: namedHome(env) });
  return parent === undefined ? undefined : join(parent, name);
}
