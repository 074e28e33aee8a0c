import type { Client } from '../client/create-client.ts';
import { redactUrl } from '../client/request-url.ts';
import { serviceTimeMs } from '../client/service-time.ts';
import { readTokenFacts } from '../client/token-facts.ts';
import { Failure } from '../model/failure.ts';
import { createAnswerReader } from './answer-reader.ts';

const UNKNOWN = 404;

/** The owner of a token. */
export interface Account {
  readonly login: string;
  /** Undefined if the service does not send it. */
  readonly id: number | string | undefined;
}

/**
 * Requests the owner of the token. As the first call of a run, it also checks that the base URL is the service
 * (`not-the-service`) and that the token is valid (`unauthorized`).
 */
export async function getAccount(client: Client): Promise<Account> {
  const action = 'read the account of the token';
  const response = await client.request({ action, method: 'GET', route: '/user', expects: [404] });
  if (response.status === 404) {
    throw new Failure(
      'not-the-service',
      `Cannot ${action}: "${client.baseUrl.href}" is not the service: there is no "${redactUrl(response.url)}" (404)`,
    );
  }
  const { login, id } = createAnswerReader(client)('account', response, action);
  return { login, id: id ?? undefined };
}

/** What one call reveals about the token, the service's clock and its API version. */
export interface TokenCheck {
  readonly login: string;
  /** Scopes of a classic or OAuth token; undefined for kinds that have none. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch; undefined if the token does not expire, or if it is unknown. */
  readonly expiresAtMs: number | undefined;
  /** How far this machine's clock is ahead of the service's, to the second; may be negative. */
  readonly clockAheadMs: number;
  /** The version that the service chose; undefined if it does not say. */
  readonly apiVersion: string | undefined;
}

/** Requests the owner of the token, and reads the headers of the response (specification 5 and 9). */
export async function checkTokenAtService(client: Client): Promise<TokenCheck> {
  const action = 'read the account of the token';
  const response = await client.request({ action, method: 'GET', route: '/user' });
  const { login } = createAnswerReader(client)('account', response, action);
  const { scopes, expiresAtMs } = readTokenFacts(response, client.dialect);
  const nowMs = client.clock.now();
  return {
    login,
    scopes,
    expiresAtMs,
    clockAheadMs: nowMs - serviceTimeMs(response, nowMs),
    apiVersion: response.headers.get(client.dialect.versionSelectedHeader.toLowerCase()),
  };
}

/**
 * The API versions that the service supports, in its order; undefined if it does not have this endpoint, which is not in
 * the specification.
 */
export async function listVersions(client: Client): Promise<readonly string[] | undefined> {
  const action = 'list the versions of the API';
  const response = await client.request({ action, method: 'GET', route: '/versions', expects: [UNKNOWN] });
  return response.status === UNKNOWN ? undefined : createAnswerReader(client)('versions', response, action);
}
