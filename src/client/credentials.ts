import { tokenKindOf } from '../model/dialect.ts';
import type { TokenKind } from '../model/dialects.table.ts';
import { Failure } from '../model/failure.ts';
import { checkTokenText } from './check-token.ts';
import { AppInstallation, type AppKey, type InstallationOptions } from './identity/app-installation.ts';
import type { ApiRequest, Decorator, Send } from './send.ts';

/** A token, the id and secret of an OAuth app (for public data), the key of a GitHub App, or none of them. */
export interface Credentials {
  readonly token?: string;
  readonly application?: { readonly clientId: string; readonly clientSecret: string };
  readonly app?: AppKey;
}

/** Credentials in the form that requests need. */
export interface Caller {
  /** The current Authorization header of a request; undefined for an anonymous caller. */
  readonly authorize: (request: Pick<ApiRequest, 'isFromApp'>) => string | undefined;
  /** Gets tokens that expire before the requests that need them. */
  readonly withRenewal: Decorator;
  /** Gets such a token now, for what does not pass there. */
  readonly renew: (send: Send, signal: AbortSignal | undefined) => Promise<void>;
  /** Undefined for anonymous callers and OAuth apps. */
  readonly tokenKind: TokenKind | undefined;
  /** What distinguishes this caller from others: a secret; undefined for an anonymous caller. */
  readonly identity: string | undefined;
  /** All texts that must never be shown, including the encoded form in the header. */
  readonly secrets: readonly string[];
}

/** Reads credentials (specification 5, rule 1): `Bearer` for a token, `Basic` for an OAuth app. */
export function readCredentials(credentials: Credentials, options: InstallationOptions): Caller {
  const { token, application, app } = credentials;
  if ([token, application, app].filter((way) => way !== undefined).length > 1) {
    throw new Failure('usage', 'Cannot use more than one of a token, a client secret and the key of an app');
  }
  if (app !== undefined) {
    return new AppInstallation(app, options);
  }
  if (token !== undefined) {
    checkTokenText(token);
    return createFixedCaller(`Bearer ${token}`, [token], tokenKindOf(token));
  }
  if (application === undefined) {
    return createFixedCaller(undefined, []);
  }
  const { clientId, clientSecret } = application;
  if (!/^[\w.-]+$/.test(clientId) || !/^[\x21-\x7e]+$/.test(clientSecret)) {
    throw new Failure(
      'usage',
      'Cannot use the client id and secret: one of them is empty or contains unexpected characters',
    );
  }
  const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return createFixedCaller(`Basic ${encoded}`, [clientSecret, encoded]);
}

function createFixedCaller(
  authorization: string | undefined,
  secrets: readonly string[],
  tokenKind?: TokenKind,
): Caller {
  return {
    authorize: () => authorization,
    withRenewal: (next) => next,
    renew: async () => undefined,
    tokenKind,
    identity: authorization,
    secrets,
  };
}

/** Adds the caller's current Authorization header (specification 5, rule 1) to requests to one origin. */
export function withAuthentication({ authorize }: Pick<Caller, 'authorize'>, origin: string): Decorator {
  return (next) => (request) => {
    const authorization = request.url.origin === origin ? authorize(request) : undefined;
    return next(
      authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } },
    );
  };
}

/** The `Authorization` header with a token as password. The service and other forges take it with any user name. */
export function basicAuthorization(token: string, user = 'x-access-token'): string {
  return `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
}

/** The `Authorization` header for the git server of the service; undefined for callers that have no token. */
export function gitAuthorizationOf({ authorize }: Pick<Caller, 'authorize'>): string | undefined {
  const token = /^Bearer (.+)$/.exec(authorize({}) ?? '')?.[1];
  return token === undefined ? undefined : basicAuthorization(token);
}
