import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  definedMembers,
  type Environment,
  Failure,
  fileFailure,
  namedHome,
  userDirectory,
} from '../../base/index.ts';
import type { ClientOptions, Network } from '../../client/index.ts';
import type { AppContext } from '../context.ts';
import type { ServiceSettings } from './service-settings.ts';

/** The options of a client, from settings and the environment. */
export async function readClientSettings(
  settings: ServiceSettings,
  context: Pick<AppContext, 'env'>,
): Promise<Partial<ClientOptions>> {
  return {
    canWait: settings.wait !== false,
    network: await readNetwork(settings, context.env),
    ...definedMembers({
      allowedStorageHosts: settings.allowStorageHost,
      callTimeoutMs: settings.timeout,
      gateDirectory: limitsDirectory(context),
      answersDirectory: folderIn('cache', 'answers', context.env),
    }),
  };
}

/** Where the processes of this machine share what they know about the limits of their tokens. */
export function limitsDirectory({ env }: Pick<AppContext, 'env'>): string | undefined {
  return folderIn('state', 'limits', env);
}

async function readNetwork({ caFile }: ServiceSettings, env: Environment): Promise<Network> {
  const proxies = readProxies(env);
  if (caFile === undefined) {
    return { proxies }; // Node itself reads NODE_EXTRA_CA_CERTS.
  }
  const paths = [caFile, ...(env['NODE_EXTRA_CA_CERTS'] === undefined ? [] : [env['NODE_EXTRA_CA_CERTS']])];
  return { proxies, caCertificates: await Promise.all(paths.map(readCertificates)) };
}

/** The proxies of the environment: lower case before upper case, and `ALL_PROXY` last, like curl. */
export function readProxies(env: Environment): NonNullable<Network['proxies']> {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name];
  return definedMembers({
    // Upper-case HTTP_PROXY is ignored under a web server, because a request header can set it (CVE-2016-5385).
    http:
      env['http_proxy'] ??
      (env['REQUEST_METHOD'] === undefined ? env['HTTP_PROXY'] : undefined) ??
      read('ALL_PROXY'),
    https: read('HTTPS_PROXY') ?? read('ALL_PROXY'),
    none: read('NO_PROXY'),
  });
}

/** Fails with `usage` where there is none in PEM (RFC 7468): OpenSSL would ignore the file, and each call fail later. */
async function readCertificates(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the certificates', path);
  });
  if (!text.includes('-----BEGIN ')) {
    throw new Failure(
      'usage',
      `Cannot read the certificates "${path}": the file contains no certificate in PEM format`,
      {
        hint: 'A certificate in PEM format begins with -----BEGIN CERTIFICATE-----',
      },
    );
  }
  return text;
}

/** Undefined without a home directory in the environment: then nothing is shared with other processes. */
function folderIn(directory: 'cache' | 'state', name: string, env: Environment): string | undefined {
  const parent = userDirectory(directory, { env, home: namedHome(env) });
  return parent === undefined ? undefined : join(parent, name);
}
