import type { LookupAddress } from 'node:dns';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import type * as Undici from 'undici';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { createSystemClock, startAlarm } from '../../base/clock.ts';
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
  const { Agent, Pool } = loadUndici();
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
        : proxyAgent(proxy, { ...common, requestTls: tunnel, proxyTls: tunnel });
    },
  });
}

/** Connects through a proxy. Undici limits each step of that, but not the answer to CONNECT: here, they have one limit. */
function proxyAgent(
  proxy: URL,
  options: Omit<Undici.ProxyAgent.Options, 'uri'> & { readonly requestTls: { readonly timeout: number } },
): Dispatcher {
  const { Pool, ProxyAgent } = loadUndici();
  const { timeout } = options.requestTls;
  return new ProxyAgent({
    ...options,
    uri: proxy.href,
    factory: (origin, own: Pool.Options) =>
      new Pool(
        origin,
        typeof own.connect === 'function' ? { ...own, connect: within(timeout, proxy, own.connect) } : own,
      ),
  });
}

/** A connector that gives up after this time, with an error of the proxy. */
function within(afterMs: number, proxy: URL, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const { ConnectTimeoutError } = loadUndici().errors;
    const end = new AbortController();
    const fail = (error: Error) =>
      callback(
        error instanceof ConnectTimeoutError ? Object.assign(error, { hostname: proxy.hostname }) : error,
        null,
      );
    const stop = startAlarm(createSystemClock(), afterMs, () => {
      const error = new ConnectTimeoutError('The proxy did not connect in time');
      end.abort(error);
      fail(error);
    });
    const limited = { ...options, signal: end.signal }; // The request with CONNECT gets these options.
    connect(limited, (...[error, socket]) => {
      stop();
      if (end.signal.aborted) {
        socket?.destroy();
      } else if (error === null) {
        callback(null, socket);
      } else {
        fail(error);
      }
    });
  };
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

/**
 * The time that the parts of a request may take, in milliseconds of real time: sockets do not use the client's clock. What
 * takes longer fails with `timed-out`, whose details say which limit it was; what is not changed by being repeated is
 * repeated before, as often as `retries` says.
 */
export interface Timeouts {
  /** Until a connection is open, with TLS and whatever a proxy needs for it; default: 10 seconds. */
  readonly connectMs: number;
  /** From sending the request to the status line; default: 60 seconds. */
  readonly headersMs: number;
  /** Between two bytes of a response; default: 60 seconds. */
  readonly stallMs: number;
  /** A whole API request, until the last byte of its response; of a download, until its headers; default: five minutes. */
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
