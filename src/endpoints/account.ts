import { Failure } from '../base/index.ts';
import { type Client, readTokenFacts, redactUrl, serviceTimeMs } from '../client/index.ts';
import { createAnswerReader } from './answer-reader.ts';

const UNKNOWN = 404;

/** Whose token it is. */
export interface Account {
  readonly login: string;
  /** Undefined where the service does not tell. */
  readonly id: number | string | undefined;
}

/**
 * Asks who the token belongs to. As the first call of a run it also proves that the base URL is the service
 * (`not-the-service`) and that the token is good (`unauthorized`).
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

/** What one call tells of the token, the service's clock and the version that it speaks. */
export interface TokenCheck {
  readonly login: string;
  /** Scopes of a classic or OAuth token; undefined for kinds that have none. */
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch; undefined where the token does not end, or is not said to. */
  readonly expiresAtMs: number | undefined;
  /** How far this machine's clock is ahead of the service's, to the second; negative where it is behind. */
  readonly clockAheadMs: number;
  /** The version that the service chose; undefined where it does not tell. */
  readonly apiVersion: string | undefined;
}

/** Asks who the token is, and reads what the headers of the answer tell (specification 5 and 9). */
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
 * The API versions that the service supports, in its order; undefined where it does not tell (the endpoint is the real
 * service's, not the specification's).
 */
export async function listVersions(client: Client): Promise<readonly string[] | undefined> {
  const action = 'list the versions of the API';
  const response = await client.request({ action, method: 'GET', route: '/versions', expects: [UNKNOWN] });
  return response.status === UNKNOWN ? undefined : createAnswerReader(client)('versions', response, action);
}
