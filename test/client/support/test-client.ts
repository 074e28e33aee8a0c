import { onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { type Client, type ClientOptions, createClient } from '../../../src/client/create-client.ts';
import type { ApiCall } from '../../../src/client/send.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';

/** A token of the classic kind that belongs to nobody. */
export const TOKEN = 'svp_0123456789abcdefghij';

/** The moment at which tests begin. */
export const START_MS = Date.parse('2026-05-04T10:00:00Z');

/** A client on a clock whose sleeps cost nothing; it is closed with the test. */
export function createTestClient(baseUrl: URL, options: Partial<ClientOptions> = {}): Client {
  return createAnonymousClient(baseUrl, { token: TOKEN, ...options });
}

/** The same without a token. */
export function createAnonymousClient(baseUrl: URL, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    dialect: DIALECTS.service,
    clock: createDrivenClock(START_MS, { skipSleeps: true }),
    random: createSeededRandom('client'),
    userAgent: 'satchel-test/1',
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A call that reads something. */
export const READ: ApiCall = { action: 'read the thing', method: 'GET', route: '/things' };

/** A call that changes something. */
export const WRITE: ApiCall = {
  action: 'write the thing',
  method: 'POST',
  route: '/things',
  body: { name: 'x' },
};
