import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type * as Undici from 'undici';
import type { Dispatcher } from 'undici';
import { Failure } from '../base/index.ts';
import type { Timeouts } from './timeouts.ts';

/** How long an idle connection is kept open. */
const KEEP_ALIVE_MS = 10_000;

/** Like other tools, we connect to this machine without a proxy. */
const NEVER_PROXIED = ['localhost', '127.0.0.1', '[::1]'];

/** How connections leave this machine. */
export interface Network {
  /** Addresses of proxies for http and https; `none` is a list of hosts without a proxy (`NO_PROXY`). */
  readonly proxies?: { readonly http?: string; readonly https?: string; readonly none?: string };
  /** Additional trusted certificates, in PEM form. */
  readonly caCertificates?: readonly string[];
}

interface DispatcherOptions extends Network {
  readonly timeouts: Pick<Timeouts, 'connectMs' | 'headersMs' | 'stallMs'>;
  /** Maximum connections per origin; default: unlimited. */
  readonly connections?: number;
  /** Resolves host names for connections without a proxy. */
  readonly lookup?: LookupFunction;
}

/** Creates a dispatcher of undici with our timeouts, proxies and certificates. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { timeouts, connections, lookup, proxies } = options;
  const { Agent, EnvHttpProxyAgent } = loadUndici();
  const tls = trustOf(options.caCertificates);
  const common = {
    connect: { timeout: timeouts.connectMs, ...tls, ...(lookup === undefined ? {} : { lookup }) },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.stallMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(connections === undefined ? {} : { connections }),
  };
  if (!usesProxies({ proxies: proxies ?? {} })) {
    return new Agent(common);
  }
  const tunnel = { timeout: timeouts.connectMs, ...tls };
  return new EnvHttpProxyAgent({
    ...common,
    requestTls: tunnel,
    proxyTls: tunnel,
    // If undefined, undici would read the environment.
    httpProxy: proxyAddress(proxies?.http),
    httpsProxy: proxyAddress(proxies?.https),
    noProxy: [proxies?.none ?? '', ...NEVER_PROXIED].join(','),
  });
}

/** True if any connection may use a proxy. */
export function usesProxies({ proxies = {} }: Network): boolean {
  const isNamed = (proxy: string | undefined) => proxy !== undefined && proxy !== '';
  return (isNamed(proxies.http) || isNamed(proxies.https)) && proxies.none?.trim() !== '*';
}

/** The `ca` option replaces the built-in authorities, so they are added again. */
function trustOf(caCertificates: readonly string[] = []): { readonly ca?: string[] } {
  return caCertificates.length === 0 ? {} : { ca: [...rootCertificates, ...caCertificates] };
}

/** The default protocol is http, as in other tools. The address may contain a password, so no message shows it. */
export function proxyAddress(text: string | undefined): string {
  if (text === undefined || text === '') {
    return '';
  }
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) {
    throw new Failure('usage', 'Cannot use the proxy from the environment: its address is not a URL');
  }
  return address;
}

/** Loads the package on first use: loading takes longer than a whole command that opens no connection. */
export function loadUndici(): typeof Undici {
  return createRequire(import.meta.url)('undici');
}
