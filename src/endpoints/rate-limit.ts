import { isJsonObject, type JsonValue } from '../base/json.ts';
import { utcSeconds } from '../base/run-id.ts';
import type { Client } from '../client/create-client.ts';
import { createAnswerReader } from './answer-reader.ts';

/** The limit of one resource (specification 4.6). */
export interface ResourceLimit {
  readonly resource: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

const NOT_ENABLED = 404;

/** The caller's limits by resource, such as `core`; undefined if a self-managed server has them disabled. */
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
  const { resources } = createAnswerReader(client)('rate-limit', response, action);
  return Object.entries(resources).flatMap(([resource, row]) => readLimit(resource, row));
}

/** Skips a row without valid numbers. */
function readLimit(resource: string, row: JsonValue): readonly ResourceLimit[] {
  const { limit, used, remaining, reset } = isJsonObject(row) ? row : {};
  if (typeof limit !== 'number' || typeof remaining !== 'number' || typeof reset !== 'number') {
    return [];
  }
  return Math.abs(reset) > MAX_RESET_SECONDS
    ? []
    : [
        {
          resource,
          limit,
          used: typeof used === 'number' ? used : limit - remaining,
          remaining,
          resetAt: utcSeconds(reset * 1_000),
        },
      ];
}

/** The end of the year 9999, the last that ISO 8601 can express. */
const MAX_RESET_SECONDS = 253_402_300_799;
