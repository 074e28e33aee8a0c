import { formatDuration } from '../base/durations.ts';
import { type DetailedOptions, type Hints, systemErrorCode } from '../base/failure.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { loadUndici, type Timeouts } from './network/dispatcher.ts';
import { type Proxies, proxyFor } from './network.ts';

/** Common error codes of Node and undici in words. */
const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNABORTED: 'the connection was closed unexpectedly',
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was closed unexpectedly',
  EAI_AGAIN: 'the host name cannot be resolved for now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host name does not exist',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed unexpectedly',
  EPIPE: 'the connection was closed unexpectedly',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_ABORTED: 'the proxy refuses the connection',
  UND_ERR_BODY_TIMEOUT: 'the response stalled',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no response came in time',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed unexpectedly',
  UND_ERR_SOCKET: 'the connection was closed unexpectedly',
  Z_BUF_ERROR: 'the connection was closed unexpectedly',
  Z_DATA_ERROR: 'the response was damaged in transit',
};

/** Codes of servers that do not speak HTTP, or TLS that we can trust. */
const NOT_HTTP = /^(HPE_|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$)/;

/** Codes of connections that were never established: nothing was sent. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The codes of the limits that undici keeps. */
const LIMITS: Readonly<Record<string, 'connectMs' | 'headersMs' | 'stallMs'>> = {
  UND_ERR_BODY_TIMEOUT: 'stallMs',
  UND_ERR_CONNECT_TIMEOUT: 'connectMs',
  UND_ERR_HEADERS_TIMEOUT: 'headersMs',
};

interface ConnectionPlace {
  readonly action: string;
  /** The origin, or the address without query. */
  readonly place: string;
  /** The proxies that the connection may have gone through. */
  readonly proxies?: Proxies | undefined;
  /** The limits that the caller can change: without them, a connection that exceeds one is broken. */
  readonly timeouts?: Timeouts | undefined;
}

/**
 * Converts a connection error to `network` or `timed-out` (it may work later) or `not-the-service` (it will not); other
 * errors are returned unchanged. The error is kept as the cause: it contains hosts and ports, but no secrets.
 */
export function connectionFailure(
  error: unknown,
  { action, place, proxies = {}, timeouts }: ConnectionPlace,
): unknown {
  const code = connectionErrorCode(error);
  if (error instanceof Failure || code === undefined || code === 'UND_ERR_INVALID_ARG') {
    return error;
  }
  if (NOT_HTTP.test(code)) {
    const isCertificate = !code.startsWith('HPE_') && !code.startsWith('ERR_SSL_') && code !== 'EPROTO';
    const found = isCertificate ? 'its certificate is not trusted' : 'it does not speak valid HTTP';
    return new Failure(
      'not-the-service',
      `Cannot ${action}: "${place}" is not the service: ${found} (${code})`,
      {
        cause: error,
        ...(isCertificate
          ? {
              hint: 'Check "baseUrl"; "network" can add certificates to trust',
              commandHint: 'Check --base-url; --ca-file adds certificates to trust',
            }
          : {}),
      },
    );
  }
  const refusal = /^Proxy response \((\d{3})\)/.exec(messageOf(error))?.[1];
  const proxy = proxyOfError(error, { place, proxies, refusal });
  const options = {
    cause: error,
    ...(proxy === undefined ? {} : hintsFor(proxies)),
    // Without a connection through the proxy, nothing reaches the service.
    details: { errorCode: code, wasSent: proxy === undefined && !NEVER_SENT.has(code) },
  };
  if (proxy !== undefined && refusal !== undefined) {
    const found = `the proxy "${proxy.origin}" ${wordsOfRefusal(refusal)} (${refusal})`;
    return new Failure('network', `Cannot ${action}: ${found}`, options);
  }
  const found = CONNECTION_FAULTS[code] ?? 'the connection failed';
  const from = proxy === undefined ? `"${place}"` : `the proxy "${proxy.origin}"`;
  const limit = LIMITS[code];
  const whole = `Cannot ${action}: no response from ${from}: ${found}`;
  return limit === undefined || timeouts === undefined
    ? new Failure('network', `${whole} (${code})`, options)
    : limitFailure(limit, timeouts, {
        ...options,
        message: `${whole} (${formatDuration(timeouts[limit])})`,
      });
}

/** The failure of a request that exceeded one of its limits. */
export function limitFailure(
  limit: keyof Timeouts,
  timeouts: Timeouts,
  { message, ...options }: DetailedOptions & { readonly message: string },
): Failure {
  return new Failure('timed-out', message, {
    hint: `Try again later, or raise "timeouts.${limit}"`,
    commandHint: 'Check the connection and try again',
    ...options,
    details: { ...options.details, afterMs: timeouts[limit], limit },
  });
}

/** Whether a request found no end: its connection broke, or it exceeded one of its own limits. */
export function isBroken(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'network' || error.code === 'timed-out');
}

/** Whether a download was given up because hardly anything came. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Failure && error.code === 'timed-out' && error.details.limit === 'slowMs';
}

export function isConnectionError(error: unknown): boolean {
  const code = connectionErrorCode(error);
  return code !== undefined && (Object.hasOwn(CONNECTION_FAULTS, code) || NOT_HTTP.test(code));
}

/** What a proxy that answered CONNECT with this status does. */
function wordsOfRefusal(status: string): string {
  return status === '407'
    ? 'asks for credentials, or refuses those in its address'
    : 'refuses the connection';
}

/** Those of the environment leave out the loopback addresses, as given ones may too. */
function hintsFor({ hasLoopback }: Proxies): Hints {
  const variables = 'HTTPS_PROXY, HTTP_PROXY and ALL_PROXY';
  return hasLoopback === false
    ? { hint: `Check ${variables}, or "network.proxies"`, commandHint: `Check ${variables}` }
    : { hint: 'Check "network.proxies"' };
}

/** The proxy that could not be connected to, or that refused: its address, not the one of the place, is in the error. */
function proxyOfError(
  error: unknown,
  {
    place,
    proxies,
    refusal,
  }: { readonly place: string; readonly proxies: Proxies; readonly refusal?: string | undefined },
): URL | undefined {
  if (refusal !== undefined) {
    return proxyFor(new URL(place), proxies);
  }
  const { port, hostname } = firstError(error) as { readonly port?: number; readonly hostname?: string };
  const isOf = (url: URL) => (hostname === undefined ? portOf(url) === port : url.hostname === hostname);
  const target = new URL(place);
  const proxy = proxyFor(target, proxies);
  return proxy !== undefined && isOf(proxy) && !isOf(target) ? proxy : undefined;
}

function portOf({ port, protocol }: URL): number {
  return Number(port === '' ? DEFAULT_PORTS[protocol] : port);
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The code of an error, or of the first one if several addresses were tried. */
function connectionErrorCode(error: unknown): string | undefined {
  if (error instanceof loadUndici().errors.HTTPParserError) {
    return error.code ?? 'HPE_UNKNOWN'; // Some parser errors have no code.
  }
  return systemErrorCode(error) ?? systemErrorCode(firstError(error));
}

function firstError(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error;
}
