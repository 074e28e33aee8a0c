import type { Client } from '../client/index.ts';
import { createAnswerReader } from './answer-reader.ts';

/** What is left of the limit of one resource (specification 4.6). */
export interface ResourceLimit {
  readonly resource: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

const NOT_ENABLED = 404;

/** The caller's limits by resource, `core` among them; undefined where a self-managed server has limits off. */
export async function getRateLimit(client: Client): Promise<readonly ResourceLimit[] | undefined> {
  const action = 'read the rate limits';
  const response = await client.request({
    action,
    method: 'GET',
    route: '/rate_limit',
    expects: [NOT_ENABLED],
  });
  if (response.status === NOT_ENABLED) {
    return undefined;
  }
  const { resources } = createAnswerReader()('rate-limit', response, action);
  return Object.entries(resources).map(([resource, { limit, used, remaining, reset }]) => ({
    resource,
    limit,
    used: used ?? limit - remaining,
    remaining,
    resetAt: new Date(reset * 1_000).toISOString(),
  }));
}
