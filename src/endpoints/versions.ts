import type { Client } from '../client/index.ts';
import { createAnswerReader } from './answer-reader.ts';

const UNKNOWN = 404;

/**
 * The API versions that the service supports, in its order; undefined where it does not tell (the endpoint is the real
 * service's, not the specification's).
 */
export async function listVersions(client: Client): Promise<readonly string[] | undefined> {
  const action = 'list the versions of the API';
  const response = await client.request({ action, method: 'GET', route: '/versions', expects: [UNKNOWN] });
  return response.status === UNKNOWN ? undefined : createAnswerReader(client)('versions', response, action);
}
