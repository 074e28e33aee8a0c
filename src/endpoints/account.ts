import { Failure } from '../base/index.ts';
import { type Client, redactUrl } from '../client/index.ts';
import { createAnswerReader } from './answer-reader.ts';

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
