import { chooseService } from '../../app/choose-service.ts';
import { definedMembers } from '../../base/json.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { createClient as connect } from '../../client/create-client.ts';
import type { AppKey } from '../../client/identity/app-installation.ts';
import { readProxies } from '../../client/network.ts';
import { type Endpoints, openEndpoints } from '../../endpoints/open-endpoints.ts';
import { DIALECTS, type DialectName, type TokenKind } from '../../model/dialects.table.ts';
import { Failure } from '../../model/failure.ts';
import type { MigrationOwner } from '../../model/migrations.ts';
import { checkedMethods, requireOptions } from './check-arguments.ts';
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
import { createRequests, type ListArguments, type ListRoute, type Requests } from './client-requests.ts';
import { CONNECTION, type ConnectionSettings, connectionOf } from './connection.ts';
import type { ClientEvent } from './reported-events.ts';
import { clientReports, REPORTS, type ReportOptions } from './reports.ts';
import { ADDRESS, COUNT, objectOf, oneOf, type ShapesOf, TEXT } from './shapes.ts';
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
export interface ConnectionOptions extends ConnectionSettings, Surroundings, ReportOptions<ClientEvent> {
  /** The root of the API, such as `https://github.example/api/v3`; default: that of the hosted service. */
  readonly baseUrl?: string | URL | undefined;
  /** The variant of the API; default: the one of the base URL. */
  readonly dialect?: DialectName | undefined;
}

const CONNECTING: ShapesOf<ClientOptions & ConnectionOptions> = {
  ...SURROUNDINGS,
  token: TEXT,
  application: objectOf({ clientId: TEXT, clientSecret: TEXT }, ['clientId', 'clientSecret']),
  app: objectOf({ appId: TEXT, privateKey: TEXT, installationId: COUNT, owner: TEXT }, [
    'appId',
    'privateKey',
  ]),
  baseUrl: ADDRESS,
  dialect: oneOf(Object.keys(DIALECTS)),
  ...REPORTS,
  ...CONNECTION,
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
  const { baseUrl: address, dialect: name, token, application, app, signal } = options;
  if ([token, application, app].filter((one) => one !== undefined).length > 1) {
    throw new Failure('usage', 'Cannot create a client: it has more than one credential', {
      hint: 'Give either "token", "application" or "app"',
    });
  }
  const { baseUrl, dialect } = chooseService(
    definedMembers({ baseUrl: address === undefined ? undefined : String(address), dialect: name }),
  );
  const { clock, random, env } = withDefaults(options);
  const connection = connect({
    ...definedMembers({ token, application, app, signal }),
    network: { proxies: readProxies(env) },
    userAgent: `satchel/${satchelVersion()}`,
    ...connectionOf(options),
    ...clientReports(options, clock),
    ...{ baseUrl, dialect, clock, random },
  });
  const close = () => connection.close();
  const requests = checkedMethods(createRequests(connection), REQUESTS, connection.signal);
  return {
    ...checkedEndpoints(openEndpoints(connection), connection.signal),
    baseUrl: baseUrl.href,
    dialect: dialect.name,
    tokenKind: connection.tokenKind,
    ...requests,
    listOf:
      <Item>() =>
      <Route extends ListRoute>(route: Route, ...rest: ListArguments<Route>) =>
        requests.list<Route, Item>(route, ...rest),
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
