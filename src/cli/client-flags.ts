import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { definedMembers, fileFailure, namedHome, userDirectory } from '../base/index.ts';
import type { ClientOptions, Network } from '../client/index.ts';
import type { Context } from './context.ts';
import { addFlag, gatherNames } from './flags.ts';

/** The flags that say how requests travel. */
export interface ClientFlags {
  /** False with `--no-wait`. */
  readonly wait?: boolean;
  readonly allowStorageHost?: readonly string[];
  readonly caFile?: string;
  /** Where a command has it, no call takes longer. */
  readonly timeout?: number;
}

/** Adds the flags that say how requests travel. */
export function addClientFlags(command: Command): void {
  addFlag(command, '--no-wait', 'instead of waiting for a rate limit, fail with exit code 5 and the time');
  addFlag(
    command,
    '--allow-storage-host <host...>',
    'allow archive downloads from this host even if its address is private',
    {
      parse: gatherNames,
    },
  );
  addFlag(command, '--ca-file <file>', 'also trust the certificates in this PEM file');
}

/** What the flags, and the environment, mean for a client. */
export async function readClientFlags(flags: ClientFlags, context: Context): Promise<Partial<ClientOptions>> {
  return {
    canWait: flags.wait !== false,
    network: await readNetwork(flags, context),
    ...definedMembers({
      allowedStorageHosts: flags.allowStorageHost,
      callTimeoutMs: flags.timeout,
      gateDirectory: folderIn('state', 'limits', context),
      answersDirectory: folderIn('cache', 'answers', context),
    }),
  };
}

/** Lower case before upper case, and `ALL_PROXY` last, as curl has it. */
async function readNetwork({ caFile }: ClientFlags, { env }: Context): Promise<Network> {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name];
  const proxies = definedMembers({
    // Upper-case HTTP_PROXY is left out where a web server runs us: a request header can set it (CVE-2016-5385).
    http:
      env['http_proxy'] ??
      (env['REQUEST_METHOD'] === undefined ? env['HTTP_PROXY'] : undefined) ??
      read('ALL_PROXY'),
    https: read('HTTPS_PROXY') ?? read('ALL_PROXY'),
    none: read('NO_PROXY'),
  });
  if (caFile === undefined) {
    return { proxies }; // Node itself reads NODE_EXTRA_CA_CERTS.
  }
  const paths = [caFile, ...(env['NODE_EXTRA_CA_CERTS'] === undefined ? [] : [env['NODE_EXTRA_CA_CERTS']])];
  return { proxies, caCertificates: await Promise.all(paths.map(readCertificates)) };
}

async function readCertificates(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the certificates', path);
  }
}

/** Undefined where the environment names no home: such a process keeps to itself. */
function folderIn(directory: 'cache' | 'state', name: string, { env }: Context): string | undefined {
  const parent = userDirectory(directory, { env, home: namedHome(env) });
  return parent === undefined ? undefined : join(parent, name);
}
