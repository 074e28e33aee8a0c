import { chooseService } from '../../app/choose-service.ts';
import { definedMembers } from '../../base/json.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { type ClientOptions as Connection, createClient as connect } from '../../client/create-client.ts';
import type { AppKey } from '../../client/identity/app-installation.ts';
import type { Timeouts } from '../../client/network/dispatcher.ts';
import type { RequestTrace } from '../../client/network/transport.ts';
import type { Network, Proxies } from '../../client/network.ts';
import { type Endpoints, openEndpoints } from '../../endpoints/open-endpoints.ts';
import { DIALECTS, type DialectName, type TokenKind } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { MigrationOwner } from '../../model/migrations.ts';
import { checkedMethods, pathOf, requireOptions } from './check-arguments.ts';
import {
  ALERTS,
  BUDGETS,
  ENDPOINTS,
  EVENTS,
  MIGRATIONS,
  NOTIFICATIONS,
  REPOSITORIES,
  REQUESTS,
} from './client-arguments.table.ts';
import { createRequests, type Requests } from './client-requests.ts';
import { type ClientReport, clientReports, REPORTS, type ReportOptions } from './reports.ts';
import {
  ADDRESS,
  AMOUNT,
  COUNT,
  FLAG,
  FUNCTION,
  HEADER_TEXT,
  listOf,
  objectOf,
  oneOf,
  PATH,
  type ShapesOf,
  TEXT,
} from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** The settings of a client. A token is enough for the hosted service. */
export type ClientOptions = ConnectionOptions & CredentialOptions;

/** Who calls: the owner of a token, or an app. Without any of them, requests are anonymous. */
export type CredentialOptions =
  | {
      /** A personal access token, or that of an app. */
      readonly token?: string | undefined;
      readonly application?: undefined;
      readonly app?: undefined;
    }
  | {
      /** The id and secret of an OAuth app, instead of a token: for public data. */
      readonly application: { readonly clientId: string; readonly clientSecret: string };
      readonly token?: undefined;
      readonly app?: undefined;
    }
  | {
      /** The key of a GitHub App, instead of a token. */
      readonly app: AppKey;
      readonly token?: undefined;
      readonly application?: undefined;
    };

/** Where a client connects to, and how. */
export interface ConnectionOptions extends Omit<Surroundings, 'env'>, ReportOptions<ClientReport> {
  /** The root of the API, such as `https://github.example/api/v3`; default: that of the hosted service. */
  readonly baseUrl?: string | URL | undefined;
  /** The variant of the API; default: the one of the base URL. */
  readonly dialect?: DialectName | undefined;
  /** The value of the version header; default: the dialect's. */
  readonly apiVersion?: string | undefined;
  /** Identifies your program; default: `satchel/VERSION`. */
  readonly userAgent?: string | undefined;
  /** How long single requests may take. */
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** The maximum duration of one call with all its retries and waits, in milliseconds; default: unlimited. */
  readonly callTimeoutMs?: number | undefined;
  /** Proxies and certificates. */
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

const { env: _, ...OWN_SURROUNDINGS } = SURROUNDINGS;
const NETWORK = objectOf<Network>({
  proxies: objectOf<Proxies>({ http: TEXT, https: TEXT, none: TEXT }),
  caCertificates: listOf(TEXT),
});
const CONNECTING: ShapesOf<ClientOptions & ConnectionOptions> = {
  ...OWN_SURROUNDINGS,
  token: TEXT,
  application: objectOf({ clientId: TEXT, clientSecret: TEXT }, ['clientId', 'clientSecret']),
  app: objectOf({ appId: TEXT, privateKey: TEXT, installationId: COUNT, owner: TEXT }, [
    'appId',
    'privateKey',
  ]),
  baseUrl: ADDRESS,
  dialect: oneOf(Object.keys(DIALECTS)),
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
  network: NETWORK,
  limitsDirectory: PATH,
  answersDirectory: PATH,
  canWait: FLAG,
  allowedStorageHosts: listOf(TEXT),
  ...REPORTS,
  onRequest: FUNCTION,
};

/** A connection to one service with one token. */
export interface Client extends Endpoints, Requests, AsyncDisposable {
  /** The root of the API, with a trailing slash only if its path is empty. */
  readonly baseUrl: string;
  readonly dialect: DialectName;
  /** The kind of the token, by its prefix; undefined without a token. */
  readonly tokenKind: TokenKind | undefined;
  /** Ends all connections. Calls that are still running, and later ones, fail with `closed`. */
  close(): Promise<void>;
}

/**
 * Creates a client, which sends nothing until its first call. Throws a `Failure` with the code `usage` or `token-kind` if
 * the address or the token cannot be used.
 *
 * @example
 * await using client = createClient({ token });
 * for await (const { fullName } of client.repositories.listFor({ type: 'user' })) {
 *   console.log(fullName);
 * }
 */
export function createClient(options: ClientOptions = {}): Client {
  requireOptions('create a client', options, { known: CONNECTING });
  const {
    baseUrl: address,
    dialect: name,
    userAgent = `satchel/${satchelVersion()}`,
    onReport,
    ...rest
  } = options;
  const { limitsDirectory, answersDirectory } = rest;
  if ([options.token, options.application, options.app].filter((one) => one !== undefined).length > 1) {
    throw new Failure('usage', 'Cannot create a client: it has more than one credential', {
      hint: 'Give either "token", "application" or "app"',
    });
  }
  const { baseUrl, dialect } = chooseService(
    definedMembers({ baseUrl: address === undefined ? undefined : String(address), dialect: name }),
  );
  const { clock, random } = withDefaults(options);
  // Members that are undefined count as absent.
  const settings = definedMembers({
    ...rest,
    limitsDirectory: limitsDirectory && pathOf('keep limits', limitsDirectory),
    answersDirectory: answersDirectory && pathOf('keep answers', answersDirectory),
  }) as Partial<Connection>;
  const reporting = clientReports({ onReport }, clock);
  const connection = connect({ ...settings, ...reporting, baseUrl, dialect, userAgent, clock, random });
  const close = () => connection.close();
  return {
    ...checkedEndpoints(openEndpoints(connection), connection.signal),
    baseUrl: baseUrl.href,
    dialect: dialect.name,
    tokenKind: connection.tokenKind,
    ...checkedMethods(createRequests(connection), REQUESTS, connection.signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function checkedEndpoints(endpoints: Endpoints, signal: AbortSignal | undefined): Endpoints {
  const { alerts, events, notifications, repositories } = endpoints;
  return {
    ...checkedMethods(
      {
        ...endpoints,
        budgetsOf: (org: string) => checkedMethods(endpoints.budgetsOf(org), BUDGETS, signal),
        migrationsOf: (owner: MigrationOwner) =>
          checkedMethods(endpoints.migrationsOf(owner), MIGRATIONS, signal),
      },
      ENDPOINTS,
    ),
    alerts: checkedMethods(alerts, ALERTS, signal),
    events: checkedMethods(events, EVENTS, signal),
    notifications: checkedMethods(notifications, NOTIFICATIONS, signal),
    repositories: checkedMethods(repositories, REPOSITORIES, signal),
  };
}
