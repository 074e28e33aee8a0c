import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { fileFailure } from '../base/file-failure.ts';
import { isLoopbackHost } from '../base/listen-on.ts';
import { joinWords } from '../base/text-ends.ts';
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

const CERTIFICATE = /-----BEGIN ([A-Z0-9 ]*CERTIFICATE)-----[^-]*-----END \1-----/g;

/** Whether a text has a certificate in PEM (RFC 7468) that can be read: OpenSSL would ignore others, and each call fail later. */
export function hasCertificates(text: string): boolean {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  return [...text.matchAll(CERTIFICATE)].some(([certificate]) => {
    try {
      return new X509Certificate(certificate).subject !== undefined;
    } catch {
      return false;
    }
  });
}

/** Fails with `usage` where there is none. */
async function readCertificates(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the certificates', path);
  });
  if (!hasCertificates(text)) {
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

/** The addresses of proxies, such as `http://proxy.example:3128`: of http or https, with a password or without. */
export interface Proxies {
  /** For services that speak http. */
  readonly http?: string | undefined;
  /** For services that speak https. */
  readonly https?: string | undefined;
  /** A list of hosts without a proxy, as in `NO_PROXY`. */
  readonly none?: string | undefined;
  /** Whether this machine is reached through them too; default: true, but false for those of the environment. */
  readonly hasLoopback?: boolean | undefined;
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
    hasLoopback: false, // What is requested of this machine may be unencrypted.
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/**
 * The proxy through which an address is reached; undefined if there is none. Fails with `usage` if the address of the proxy
 * is not valid, or its protocol not among those that are spoken.
 */
export function proxyFor(
  { protocol, hostname, port }: URL,
  proxies: Proxies = {},
  spoken = SPOKEN,
): URL | undefined {
  const isHttps = protocol === 'https:';
  const text = isHttps ? proxies.https : proxies.http;
  if (text === undefined || text === '' || (proxies.hasLoopback === false && isLoopbackHost(hostname))) {
    return undefined;
  }
  const host = plainHost(hostname);
  const portOrDefault = port === '' ? (isHttps ? '443' : '80') : port;
  const entries = (proxies.none ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => covers(entry, host, portOrDefault)) ? undefined : proxyAddress(text, spoken);
}

/** The address may contain a password, so no message shows it. */
function proxyAddress(text: string, spoken: readonly string[]): URL {
  const url = readProxy(text);
  if (url === undefined) {
    throw new Failure('usage', 'Cannot use the proxy from the environment: its address is not a URL');
  }
  if (!speaks(url, spoken)) {
    const found = `its protocol is ${url.protocol.slice(0, -1)}, and only ${joinWords(spoken)} are supported`;
    throw new Failure('usage', `Cannot use the proxy from the environment: ${found}`);
  }
  return url;
}

/** Whether a text is the address of a proxy that can be used. */
export function isProxy(text: string): boolean {
  const url = readProxy(text);
  return url !== undefined && speaks(url, SPOKEN);
}

/** The default protocol is http, as in other tools. */
function readProxy(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function speaks({ protocol }: URL, spoken: readonly string[]): boolean {
  return spoken.includes(protocol.slice(0, -1));
}

const SPOKEN: readonly string[] = ['http', 'https'];

/** What git speaks as well. */
export const SPOKEN_BY_GIT: readonly string[] = [...SPOKEN, 'socks5'];

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
