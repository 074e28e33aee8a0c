import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { fileFailure } from '../base/file-failure.ts';
import { isLoopbackHost } from '../base/listen-on.ts';
import type { Environment } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';

/** How connections leave this machine. */
export interface Network {
  readonly proxies?: Proxies | undefined;
  /** Additional trusted certificates, in PEM form. git gets none of them: it reads `GIT_SSL_CAINFO` of `env`. */
  readonly caCertificates?: readonly string[] | undefined;
}

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

/** The addresses of proxies for http and https; `none` is a list of hosts without a proxy (`NO_PROXY`). */
export interface Proxies {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  readonly none?: string | undefined;
}

/** The proxies of the environment, like curl: lower case before upper case, `ALL_PROXY` last; what is empty is not set. */
export function readProxies(env: Environment): Proxies {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  // Upper-case HTTP_PROXY is ignored under a web server, because a request header can set it (CVE-2016-5385).
  const http = env['REQUEST_METHOD'] === undefined ? read('HTTP_PROXY') : env['http_proxy'] || undefined;
  const found = {
    http: http ?? read('ALL_PROXY'),
    https: read('HTTPS_PROXY') ?? read('ALL_PROXY'),
    none: read('NO_PROXY'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/**
 * The proxy through which an address is reached; undefined if there is none. This machine is never reached through one:
 * its requests may be unencrypted. Fails with `usage` if the address of the proxy is not valid.
 */
export function proxyFor({ protocol, hostname, port }: URL, proxies: Proxies = {}): URL | undefined {
  const isHttps = protocol === 'https:';
  const text = isHttps ? proxies.https : proxies.http;
  if (text === undefined || text === '' || isLoopbackHost(hostname)) {
    return undefined;
  }
  const host = plainHost(hostname);
  const portOrDefault = port === '' ? (isHttps ? '443' : '80') : port;
  const entries = (proxies.none ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => covers(entry, host, portOrDefault)) ? undefined : proxyAddress(text);
}

/** The default protocol is http, as in other tools. The address may contain a password, so no message shows it. */
function proxyAddress(text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) {
    throw new Failure('usage', 'Cannot use the proxy from the environment: its address is not a URL');
  }
  const { protocol } = new URL(address);
  if (!SPOKEN.has(protocol)) {
    throw new Failure(
      'usage',
      `Cannot use the proxy from the environment: its protocol is ${protocol.slice(0, -1)}, and only http, https and socks5 are supported`,
    );
  }
  return new URL(address);
}

const SPOKEN: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);

/** `*`, `example.com` and `.example.com` with all names below, an address, or a range of addresses; with or without a port. */
const ENTRY = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^:]*))(?::(?<port>\d+))?$/;

function covers(entry: string, host: string, port: string): boolean {
  const found =
    isIP(entry) === 6 || /^[\da-f:]+\/\d+$/i.test(entry) ? { plain: entry } : ENTRY.exec(entry)?.groups;
  const name = plainHost(found?.['bracketed'] ?? found?.['plain'] ?? '').replace(/^\*?\./, '');
  if (name === '' || (found?.['port'] !== undefined && found['port'] !== port)) {
    return false;
  }
  const [network = '', prefix] = name.split('/');
  if (isIP(network) !== 0) {
    return isIP(host) !== 0 && rangeOf(network, prefix).check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  }
  return name === '*' || host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

function rangeOf(network: string, prefix: string | undefined): BlockList {
  const list = new BlockList();
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
  if (bits <= (family === 'ipv6' ? 128 : 32)) {
    list.addSubnet(network, bits, family);
  }
  return list;
}

function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
