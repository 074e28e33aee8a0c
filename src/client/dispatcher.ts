import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type * as Undici from 'undici';
import type { Dispatcher } from 'undici';
import { Failure } from '../base/index.ts';
import type { Timeouts } from './timeouts.ts';

/** How long an idle connection is kept for the next request. */
const KEEP_ALIVE_MS = 10_000;

/** This machine is reached without a proxy, as other tools do it too. */
const NEVER_PROXIED = ['localhost', '127.0.0.1', '[::1]'];

/** How connections leave this machine. The values come from whoever reads the environment. */
export interface Network {
  /** Addresses of proxies for plain http and for https; `none` is the list of hosts without one (`NO_PROXY`). */
  readonly proxies?: { readonly http?: string; readonly https?: string; readonly none?: string };
  /** Certificates in PEM form that are trusted beside the usual ones. */
  readonly caCertificates?: readonly string[];
}

interface DispatcherOptions extends Network {
  readonly timeouts: Pick<Timeouts, 'connectMs' | 'headersMs' | 'stallMs'>;
  /** How many connections may be open to one origin; as many as wanted unless given. */
  readonly connections?: number;
  /** Looks names up for connections without a proxy. */
  readonly lookup?: LookupFunction;
}

/** Creates what undici sends through: timeouts of every step, connections that are kept, proxies, trust. */
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
    // Never undefined: undici would read the environment itself.
    httpProxy: proxyAddress(proxies?.http),
    httpsProxy: proxyAddress(proxies?.https),
    noProxy: [proxies?.none ?? '', ...NEVER_PROXIED].join(','),
  });
}

/** True where some connection may go through a proxy. */
export function usesProxies({ proxies = {} }: Network): boolean {
  const isNamed = (proxy: string | undefined) => proxy !== undefined && proxy !== '';
  return (isNamed(proxies.http) || isNamed(proxies.https)) && proxies.none?.trim() !== '*';
}

/** Naming authorities replaces the built-in ones, which are therefore named as well. */
function trustOf(caCertificates: readonly string[] = []): { readonly ca?: string[] } {
  return caCertificates.length === 0 ? {} : { ca: [...rootCertificates, ...caCertificates] };
}

/** A proxy without protocol speaks plain http, as elsewhere. Its address may hold a password: no message shows it. */
function proxyAddress(text: string | undefined): string {
  if (text === undefined || text === '') {
    return '';
  }
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) {
    throw new Failure('usage', 'Cannot use the proxy of the environment: its address is not a URL');
  }
  return address;
}

/** Loads the package with the first connection: that takes longer than a command takes that opens none. */
export function loadUndici(): typeof Undici {
  return createRequire(import.meta.url)('undici');
}
