import { type Client, readTokenFacts, serviceTimeMs } from '../client/index.ts';
import { createAnswerReader } from './answer-reader.ts';

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
