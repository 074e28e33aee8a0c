import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { type Cases, judgeAll } from './judge-case.ts';
import { type Reply, refusal } from './reply.ts';
import type { SecondService } from './second-service.ts';
import { NASTY, SECRETS } from './shapes.ts';

const EXHAUSTED = 'API rate limit exceeded for user ID 1.';
const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

/** A rate-limit response whose reset time is formatted by the given function. */
function exhausted(status: number, reset: (nowSeconds: number) => string): () => Reply {
  return () =>
    refusal(status, EXHAUSTED, {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset(Date.now() / 1_000),
    });
}

/** Overrides the responses for a migration, or only the first ones. */
function whileWaiting(answer: () => Reply, times?: number) {
  return (service: SecondService): void => {
    service.odd('GET /user/migrations/*', answer, times === undefined ? {} : { times });
  };
}

/** Prepares an existing migration to wait for. */
function waitFor(answer: (service: SecondService, response: ServerResponse) => Reply | undefined) {
  return (service: SecondService): void => {
    service.addMigration(['octo/hello']);
    service.odd('GET /user/migrations/4711', (_, response) => answer(service, response));
  };
}

const WAIT = ['export', 'wait', '4711', '--poll-interval', '50ms', '--timeout', '2s'];
const USER = ['export', 'list'];

const RATE_LIMITS: Cases = {
  'a reset that lies in the past': {
    prepare: whileWaiting(
      exhausted(403, (now) => `${Math.floor(now) - 100}`),
      1,
    ),
    args: ['--no-wait'],
    status: 5,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(1),
  },
  'a reset with a fraction': {
    prepare: whileWaiting(
      exhausted(429, (now) => `${now + 1.5}`),
      1,
    ),
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBe(5),
  },
  'a reset in milliseconds': {
    prepare: whileWaiting(
      exhausted(403, (now) => `${Math.floor(now * 1_000) + 1_000}`),
      1,
    ),
    args: ['--no-wait'],
    status: 5,
    check: async ({ machine, service }) => {
      const questions = service.asked.length;
      await machine.run('export', 'list', '--no-wait');
      expect(service.asked.length - questions).toBeLessThanOrEqual(1);
      expect(JSON.stringify([...machine.files()].filter(([path]) => path.includes('limits')))).not.toMatch(
        /\d{14}/,
      );
    },
  },
  'Retry-After in seconds': {
    prepare: whileWaiting(() => refusal(429, SECONDARY, { 'retry-after': '1' }), 1),
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBe(5),
  },
  'Retry-After as a date': {
    prepare: whileWaiting(
      () => refusal(403, SECONDARY, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }),
      1,
    ),
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBe(5),
  },
  'Retry-After beyond the deadline': {
    prepare: waitFor(() => refusal(429, SECONDARY, { 'retry-after': '40' })),
    args: WAIT,
    status: 8,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(1),
  },
  'Retry-After that is no time': {
    prepare: waitFor(() => refusal(429, SECONDARY, { 'retry-after': `soon ${'9'.repeat(400)}` })),
    args: WAIT,
    status: 8,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(1),
  },
  'a secondary limit that names no time, and the deadline': {
    prepare: waitFor(() => refusal(403, SECONDARY)),
    args: WAIT,
    status: 8,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(1),
  },
  'a secondary limit that names no time, and somebody who does not wait': {
    prepare: (service) => service.odd('GET /user/migrations', () => refusal(403, SECONDARY)),
    args: [...USER, '--no-wait'],
    status: 5,
    check: ({ service }) => expect(service.asked).toHaveLength(1),
  },
  'a start that is refused for a second': {
    prepare: (service) => {
      const refused = refusal(403, SECONDARY, { 'retry-after': '1' });
      service.odd('POST /user/migrations', () => refused, { times: 1 });
    },
    check: ({ service }) => expect(service.started).toBe(1),
  },
};

/** Sends a byte at intervals, forever; counts them. */
function drip(response: ServerResponse, sent: { bytes: number }): undefined {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => {
    sent.bytes += 1;
    response.write(' ');
  }, 20);
  response.on('close', () => clearInterval(timer));
}

const dripped = { bytes: 0 };
const poured = { bytes: 0 };

/** Sends as much as the client reads, forever. */
function pour(response: ServerResponse, headers: Record<string, string>, chunk: Buffer): undefined {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  const more = () => {
    if (!response.destroyed) {
      poured.bytes += chunk.length;
      response.write(chunk, () => setImmediate(more));
    }
  };
  more();
}

const NEVER_ENDING: Cases = {
  'no answer at all': {
    prepare: waitFor(() => undefined),
    args: WAIT,
    status: 8,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(2),
  },
  'an answer that comes byte by byte': {
    prepare: waitFor((_, response) => drip(response, dripped)),
    args: [...WAIT, '--timeout', '5s'], // Also a busy machine asks within this time.
    status: 8,
    check: async ({ service }) => {
      await expect.poll(() => service.brokenOff, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(dripped.bytes).toBeLessThan(500);
    },
  },
  'server errors until the deadline': {
    prepare: waitFor(() => refusal(503, 'Service Unavailable')),
    args: WAIT,
    status: 8,
    check: ({ service }) => expect(service.count('GET /user/migrations/*')).toBeLessThanOrEqual(10),
  },
  'connections that break until the deadline': {
    prepare: waitFor((_, response) => {
      response.destroy();
      return undefined;
    }),
    args: WAIT,
    status: 8,
  },
  'an answer without an end': {
    prepare: (service) =>
      service.odd('GET /user/migrations', (_, response) => pour(response, {}, Buffer.alloc(1_048_576, ' '))),
    args: USER,
    status: 1,
    // Six responses, the list and five migrations, are each read up to the size limit.
    check: () => expect(poured.bytes).toBeLessThan(600 * 1_048_576),
  },
  'an answer that is small until it is unpacked': {
    prepare(service) {
      const packed = gzipSync(Buffer.alloc(200 * 1_048_576, ' '));
      service.odd('GET /user/migrations', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(packed);
        return undefined;
      });
    },
    args: USER,
    status: 1,
  },
  'an answer that says it is compressed and is not': {
    prepare: (service) =>
      service.odd('GET /user/migrations', () => ({ headers: { 'content-encoding': 'br' }, body: [] })),
    args: USER,
    status: 5,
  },
};

const REFUSALS: Cases = {
  'a token that is not accepted, repeated in the answer': {
    prepare: (service) =>
      service.odd('GET /user/migrations', () => refusal(401, `Bad credentials: ${SECRETS.token}`)),
    args: USER,
    status: 4,
    check: ({ service }) => expect(service.asked).toHaveLength(1),
  },
  'a validation error that repeats the token in pieces and in percent encoding': {
    prepare: (service) =>
      service.odd('POST /user/migrations', () => ({
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [
            {
              resource: 'Migration',
              field: `Bearer ${SECRETS.token}`,
              code: 'custom',
              message: SECRETS.token,
            },
            `https://x:${SECRETS.token}@example.org/?access_token=${SECRETS.token}`,
          ],
        },
      })),
    status: 1,
    check: ({ service }) => expect(service.count('POST /user/migrations')).toBe(1),
  },
  'a permission that is missing': {
    prepare: (service) =>
      service.odd('GET /user/migrations', () => refusal(403, `Must have admin rights${NASTY}`)),
    args: USER,
    status: 4,
    check: ({ service }) => expect(service.asked).toHaveLength(1),
  },
  'single sign-on that is required': {
    prepare: (service) => {
      const url = `https://code.example.org/orgs/acme/sso?authorization_request=AZ${'x'.repeat(20)}`;
      const sso = { 'x-github-sso': `required; url=${url}` };
      service.odd('GET /user/migrations', () => refusal(403, 'Resource protected by organization SAML', sso));
    },
    args: USER,
    status: 4,
    check: ({ stderr }) => expect(stderr).toContain('https://code.example.org/orgs/acme/sso'),
  },
  'the page of a hotel’s network': {
    prepare: (service) =>
      service.odd('GET /user/migrations', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<html><title>${NASTY}</title>Pay here</html>`);
        return undefined;
      }),
    args: USER,
    status: 1,
  },
  'a list that is an object, and an object that is a list': {
    prepare: (service) => service.odd('GET /user/migrations', () => ({ body: { message: NASTY } })),
    args: USER,
    status: 1,
  },
  'a redirect of the interface to another origin': {
    prepare: (service) =>
      service.odd('GET /user/migrations', () => ({
        status: 301,
        headers: { location: `http://127.0.0.1:${service.storage.port}/api/v3/user/migrations` },
      })),
    args: USER,
    status: 1,
  },
  'a next page at another origin': {
    prepare: (service) =>
      service.odd('GET /user/migrations', (ask) => ({
        ...service.ordinary(ask),
        headers: { link: `<http://127.0.0.1:${service.storage.port}/api/v3/x?page=2>; rel="next"` },
      })),
    args: USER,
    status: 1,
  },
  'a next page that is this page': {
    prepare: (service) =>
      service.odd('GET /user/migrations', (ask) => ({
        ...service.ordinary(ask),
        headers: { link: `<${service.baseUrl}${ask.path}?${ask.query.toString()}>; rel="next"` },
      })),
    args: USER,
    status: 1,
    check: ({ service }) => expect(service.asked.length).toBeLessThanOrEqual(3),
  },
  'a version that is no longer served': {
    prepare: (service) =>
      service.odd('GET /user/migrations', () => refusal(410, 'This API version is retired')),
    args: USER,
    status: 1,
  },
};

describe.concurrent('a rate limit', () => {
  judgeAll(RATE_LIMITS);
});

describe.concurrent('an answer that does not come', () => {
  judgeAll(NEVER_ENDING);
});

describe.concurrent('a refusal', () => {
  judgeAll(REFUSALS);
});
