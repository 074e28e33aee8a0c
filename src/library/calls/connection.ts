import { definedMembers } from '../../base/json.ts';
import type { ClientOptions as Connection } from '../../client/create-client.ts';
import type { Timeouts } from '../../client/network/dispatcher.ts';
import type { RequestTrace } from '../../client/network/transport.ts';
import { hasCertificates, isProxy, type Network, type Proxies } from '../../client/network.ts';
import { pathOf } from './check-arguments.ts';
import {
  AMOUNT,
  COUNT,
  FLAG,
  FUNCTION,
  HEADER_TEXT,
  listOf,
  objectOf,
  PATH,
  type Shape,
  type ShapesOf,
  TEXT,
} from './shapes.ts';

/** How the service is called: by a client, or by a backup. */
export interface ConnectionSettings {
  /** The value of the version header; default: the dialect's. */
  readonly apiVersion?: string | undefined;
  /** Identifies your program; default: `satchel/VERSION`. */
  readonly userAgent?: string | undefined;
  /** How long single requests may take. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** The maximum duration of one call with all its retries and waits, in milliseconds; default: unlimited. It fails with `timed-out`. */
  readonly callTimeoutMs?: number | undefined;
  /**
   * How often a request that changes nothing when repeated is sent again after an outage or a broken connection, with growing
   * waits; 0 for never; default: 4. Waits for limits do not count: see `canWait`.
   */
  readonly retries?: number | undefined;
  /**
   * Proxies and certificates; default: the proxies of `env` (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`), but not for
   * addresses of this machine. `{}` is a direct connection.
   */
  readonly network?: Network | undefined;
  /** A directory where processes with the same token share what they know of its limits; default: in memory. */
  readonly limitsDirectory?: string | URL | undefined;
  /** A directory where responses are cached; default: in memory. */
  readonly answersDirectory?: string | URL | undefined;
  /** False: a request fails at once (`rate-limited`, with the time) instead of waiting for a limit; default: true. */
  readonly canWait?: boolean | undefined;
  /** Hosts, optionally with a port, from which archives may be fetched even if their addresses are private. */
  readonly allowedStorageHosts?: readonly string[] | undefined;
  /** Called after each exchange; the trace contains no secrets. */
  readonly onRequest?: ((trace: RequestTrace) => void) | undefined;
}

/** An address may contain a password, so the message does not show it. An empty one counts as absent, as in the environment. */
const PROXY: Shape = (value, name) =>
  TEXT(value, name) ??
  (value === '' || (/:/.test(String(value)) && isProxy(String(value)))
    ? undefined
    : `"${name}" must be the address of a proxy that speaks http or https, such as http://proxy.example:3128`);

const CERTIFICATE: Shape = (value, name) =>
  TEXT(value, name) ??
  (hasCertificates(String(value))
    ? undefined
    : `"${name}" must be a certificate in PEM format, which begins with -----BEGIN CERTIFICATE-----`);

export const CONNECTION: ShapesOf<ConnectionSettings> = {
  apiVersion: TEXT,
  userAgent: HEADER_TEXT,
  timeouts: objectOf<Timeouts>({
    connectMs: AMOUNT,
    headersMs: AMOUNT,
    stallMs: AMOUNT,
    wholeMs: AMOUNT,
    slowMs: AMOUNT,
  }),
  callTimeoutMs: AMOUNT,
  retries: COUNT,
  network: objectOf<Network>({
    proxies: objectOf<Proxies>({ http: PROXY, https: PROXY, none: TEXT, hasLoopback: FLAG }),
    caCertificates: listOf(CERTIFICATE),
  }),
  limitsDirectory: PATH,
  answersDirectory: PATH,
  canWait: FLAG,
  allowedStorageHosts: listOf(TEXT),
  onRequest: FUNCTION,
};

/** The settings among these members that are given, with paths as texts. */
export function connectionOf(options: ConnectionSettings): Partial<Connection> {
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(CONNECTION, name));
  const { limitsDirectory, answersDirectory, ...rest }: ConnectionSettings = Object.fromEntries(own);
  return definedMembers({
    ...rest,
    limitsDirectory: limitsDirectory && pathOf('keep limits', limitsDirectory),
    answersDirectory: answersDirectory && pathOf('keep answers', answersDirectory),
  });
}
