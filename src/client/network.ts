import { readFile } from 'node:fs/promises';
import { type Environment, fileFailure } from '../base/index.ts';
import { Failure } from '../model/index.ts';
import type { Network } from './dispatcher.ts';
import { readProxies } from './proxies.ts';

/** How connections leave this machine, from the environment; `caFiles` have more certificates to trust. */
export async function readNetwork(
  env: Environment,
  ...caFiles: readonly (string | undefined)[]
): Promise<Network> {
  const proxies = readProxies(env);
  if (!caFiles.some(isNamed)) {
    return { proxies }; // Node itself reads NODE_EXTRA_CA_CERTS.
  }
  const paths = new Set([...caFiles, env['NODE_EXTRA_CA_CERTS']].filter(isNamed));
  return { proxies, caCertificates: await Promise.all([...paths].map(readCertificates)) };
}

function isNamed(path: string | undefined): path is string {
  return path !== undefined && path !== '';
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
