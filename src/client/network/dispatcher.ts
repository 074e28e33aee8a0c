import type { LookupAddress } from 'node:dns';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import type * as Undici from 'undici';
import type { Dispatcher } from 'undici';
import { isLoopbackHost } from '../../base/listen-on.ts';
import { type Network, proxyFor } from '../network.ts';

/** How long an idle connection is kept open. */
const KEEP_ALIVE_MS = 10_000;

interface DispatcherOptions extends Network {
  readonly timeouts: Pick<Timeouts, 'connectMs' | 'headersMs' | 'stallMs'>;
  /** Maximum connections per origin; default: unlimited. */
  readonly connections?: number;
  /** Resolves host names for connections without a proxy. */
  readonly lookup?: LookupFunction;
}

/** Creates a dispatcher of undici with our timeouts, proxies and certificates. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { timeouts, connections, lookup = lookupHost, proxies } = options;
  const { Agent, Pool, ProxyAgent } = loadUndici();
  const tls = trustOf(options.caCertificates);
  const common = {
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.stallMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(connections === undefined ? {} : { connections }),
  };
  const tunnel = { timeout: timeouts.connectMs, ...tls };
  for (const scheme of ['http', 'https']) {
    proxyFor(new URL(`${scheme}://proxied.invalid`), proxies); // A wrong address fails at once.
  }
  return new Agent({
    ...common,
    connect: { ...tunnel, lookup },
    factory(origin, own) {
      const proxy = proxyFor(new URL(origin), proxies);
      return proxy === undefined
        ? new Pool(origin, own)
        : new ProxyAgent({ ...common, uri: proxy.href, requestTls: tunnel, proxyTls: tunnel });
    },
  });
}

/**
 * Resolves host names. Names of this machine are never asked for: a name server could answer with any address, and requests to
 * this machine may be unencrypted.
 */
export const lookupHost: LookupFunction = (hostname, options, callback) => {
  if (!isLoopbackHost(hostname) || isIP(hostname) !== 0) {
    process.getBuiltinModule('node:dns').lookup(hostname, options, callback);
  } else if (options.all === true) {
    callback(null, LOOPBACK);
  } else {
    const [first] = LOOPBACK.filter(({ family }) => options.family !== 6 || family === 6);
    callback(null, first?.address ?? '', first?.family);
  }
};

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The `ca` option replaces the built-in authorities, so they are added again. */
function trustOf(caCertificates: readonly string[] = []): { readonly ca?: string[] } {
  const { rootCertificates } = process.getBuiltinModule('node:tls');
  return caCertificates.length === 0 ? {} : { ca: [...rootCertificates, ...caCertificates] };
}

/** Loads the package on first use: loading takes longer than a whole command that opens no connection. */
export function loadUndici(): typeof Undici {
  return createRequire(import.meta.url)('undici');
}

/** Timeouts of a connection in real time: sockets do not use the client's clock. */
export interface Timeouts {
  /** Until a connection is open; default: 10 seconds. */
  readonly connectMs: number;
  /** From sending the request to the status line; default: 60 seconds. */
  readonly headersMs: number;
  /** Between two bytes of a response; default: 60 seconds. */
  readonly stallMs: number;
  /** A whole API request, until the last byte of its response. Not for downloads; default: five minutes. */
  readonly wholeMs: number;
  /** A download that receives less than a kibibyte per second for this long counts as stalled; default: 60 seconds. */
  readonly slowMs: number;
}

/** The service itself aborts a request after ten seconds; storage is slower to respond. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  stallMs: 60_000,
  wholeMs: 300_000,
  slowMs: 60_000,
};
