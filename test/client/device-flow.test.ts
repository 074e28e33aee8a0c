import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../src/base/clock.ts';
import { authorizeDevice, type DeviceCode, nextIntervalMs } from '../../src/client/device-flow.ts';
import { cut, json, type Step, startScriptedServer, text } from './support/scripted-server.ts';
import { START_MS } from './support/test-client.ts';

const STARTED = {
  device_code: 'device-code-0123456789',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://code.example.org/login/device',
  expires_in: 900,
  interval: 5,
};
const TOKEN = 'gho_0123456789abcdef';
const GRANTED = json(200, { access_token: TOKEN, token_type: 'bearer', scope: 'repo' });
const error = (name: string, more: object = {}) => json(200, { error: name, ...more });
const PENDING = error('authorization_pending');

/** A login at a server that answers with these steps. */
async function logIn(
  steps: readonly Step[],
  changes: { readonly signal?: AbortSignal; readonly clock?: DrivenClock } = {},
) {
  const clock = changes.clock ?? createDrivenClock(START_MS, { skipSleeps: true });
  const times: number[] = [];
  const timed = steps.map(
    (step): Step =>
      async (response, request) => {
        times.push((clock.now() - START_MS) / 1_000);
        await step(response, request);
      },
  );
  const server = await startScriptedServer(...timed);
  const codes: DeviceCode[] = [];
  const secrets: string[] = [];
  const outcome = await authorizeDevice({
    webUrl: server.url,
    clientId: 'Ov23abc',
    scopes: ['repo', 'admin:org'],
    userAgent: 'satchel-test/1',
    clock,
    signal: changes.signal ?? new AbortController().signal,
    onCode: (code) => codes.push(code),
    onSecret: (secret) => secrets.push(secret),
  }).then(
    (token) => ({ token, failure: undefined }),
    (failure: unknown) => ({ token: undefined, failure }),
  );
  // Seconds from the start to each request.
  return { ...outcome, times, codes, secrets, requests: server.requests };
}

describe('authorizeDevice()', () => {
  it('requests a code, shows it, and polls until there is a token', async () => {
    const { token, codes, secrets, times, requests } = await logIn([
      json(200, STARTED),
      PENDING,
      PENDING,
      GRANTED,
    ]);
    expect(token).toBe(TOKEN);
    expect(codes).toEqual([
      {
        userCode: 'WDJB-MJHT',
        verificationUrl: new URL('https://code.example.org/login/device'),
        expiresAtMs: START_MS + 900_000,
      },
    ]);
    expect(times).toEqual([0, 5, 10, 15]);
    expect(secrets).toEqual([STARTED.device_code, TOKEN]);
    const [first, second] = requests;
    expect([first?.method, first?.path]).toEqual(['POST', '/login/device/code']);
    expect(first?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'satchel-test/1',
    });
    expect(first?.body).toBe('client_id=Ov23abc&scope=repo+admin%3Aorg');
    expect(second?.path).toBe('/login/oauth/access_token');
    expect(Object.fromEntries(new URLSearchParams(second?.body))).toEqual({
      client_id: 'Ov23abc',
      device_code: STARTED.device_code,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });
  });

  it('polls more slowly when it is asked to, and after requests without a response', async () => {
    const steps = [
      json(200, STARTED),
      error('slow_down'),
      error('slow_down', { interval: 20 }),
      PENDING,
      GRANTED,
    ];
    expect((await logIn(steps)).times).toEqual([0, 5, 15, 35, 55]);
    const troubled = [json(200, STARTED), cut, text(502, 'Bad gateway'), GRANTED];
    expect((await logIn(troubled)).times).toEqual([0, 5, 15, 35]);
  });

  it.each([
    ['access_denied', 'it was cancelled in the browser'],
    ['expired_token', 'the code expired before it was entered'],
    ['incorrect_client_credentials', 'the service does not know this client id'],
    ['device_flow_disabled', 'device flow is not enabled for this OAuth app'],
    ['incorrect_device_code', 'the service answered "incorrect_device_code"'],
  ])('ends after %s, at the start or later', async (name, found) => {
    for (const steps of [[error(name)], [json(200, STARTED), PENDING, json(400, { error: name })]]) {
      const { failure, requests } = await logIn(steps);
      expect(failure).toMatchObject({
        code: 'login-failed',
        message: `Cannot log in: ${found}`,
      });
      expect(requests).toHaveLength(steps.length);
    }
  });

  it('ends when the code has expired, without another request', async () => {
    const { failure, times } = await logIn([json(200, { ...STARTED, expires_in: 12 }), PENDING]);
    expect(failure).toMatchObject({ message: 'Cannot log in: the code expired before it was entered' });
    expect(times).toEqual([0, 5, 10]);
  });

  it('names an unknown client id, which the service answers with 404', async () => {
    const { failure } = await logIn([json(404, { error: 'Not Found' })]);
    expect(failure).toMatchObject({ message: 'Cannot log in: the service does not know this client id' });
  });

  it('ends at once when it is interrupted, also while a request is pending', async () => {
    const controller = new AbortController();
    const reason = new Error('Interrupted by SIGINT');
    const interrupted = await logIn(
      [json(200, STARTED), () => controller.abort(reason)], // Never answers.
      { signal: controller.signal },
    );
    expect(interrupted.failure).toBe(reason);
    const sleeping = new AbortController();
    const clock = createDrivenClock(START_MS); // Does not move.
    const asleep = logIn([json(200, STARTED)], { signal: sleeping.signal, clock });
    setImmediate(() => sleeping.abort(reason));
    expect((await asleep).failure).toBe(reason);
  });

  it.each([
    ['a web page', text(200, '<html>Welcome</html>')],
    ['a list', json(200, [])],
    ['no code', json(200, { user_code: 'X' })],
    ['a page that is not an address', json(200, { ...STARTED, verification_uri: 'http://' })],
  ])('rejects a website that answers with %s', async (_, step) => {
    expect((await logIn([step])).failure).toMatchObject({ code: 'not-the-service' });
  });

  it('does not log in over an open connection to another machine', async () => {
    const login = authorizeDevice({
      webUrl: new URL('http://code.example.org'),
      clientId: 'x',
      scopes: [],
      userAgent: 'satchel-test/1',
      clock: createDrivenClock(START_MS),
      signal: new AbortController().signal,
      onCode: () => undefined,
      onSecret: () => undefined,
    });
    await expect(login).rejects.toThrow('a token would cross the network unencrypted');
  });
});

describe('a login with any sequence of answers', () => {
  const MIDDLE = fc.oneof(
    fc.constant({ error: 'authorization_pending' }),
    fc.record({ error: fc.constant('slow_down') }),
    fc.record({ error: fc.constant('slow_down'), interval: fc.integer({ min: -5, max: 10_000 }) }),
    fc.constant(undefined),
  );
  const ENDS = ['access_denied', 'expired_token', 'something_else', undefined] as const;

  it('polls no sooner than agreed and not after the code has expired, and ends as the service says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(MIDDLE, { maxLength: 12 }),
        fc.constantFrom(...ENDS),
        fc.record({
          interval: fc.integer({ min: 0, max: 90 }),
          expires_in: fc.integer({ min: 1, max: 1_200 }),
        }),
        async (middle, end, terms) => {
          const answers = middle.map((answer) => (answer === undefined ? cut : json(200, answer)));
          const last = end === undefined ? GRANTED : error(end);
          const { times, token, failure } = await logIn([
            json(200, { ...STARTED, ...terms }),
            ...answers,
            last,
          ]);
          const polls = times.slice(1);
          // The pauses that the answers so far require, by another calculation than the program's.
          let pause = Math.min(60, Math.max(1, terms.interval));
          let due = 0;
          const expected: number[] = [];
          for (const answer of [...middle, 'end' as const]) {
            due += pause;
            if (due >= terms.expires_in) {
              break;
            }
            expected.push(due);
            if (answer === undefined) {
              pause = Math.min(60, pause * 2);
            } else if (typeof answer === 'object' && answer.error === 'slow_down') {
              const asked = 'interval' in answer ? Math.max(0, Number(answer.interval)) : 0;
              pause = Math.min(60, Math.max(pause + 5, asked));
            }
          }
          expect(polls).toEqual(expected);
          const isOver = expected.length === middle.length + 1;
          expect(token).toBe(isOver && end === undefined ? TOKEN : undefined);
          expect(failure === undefined).toBe(token !== undefined);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never polls without a pause or forever, whatever the service asks for', () => {
    fc.assert(
      fc.property(fc.double(), fc.anything(), (intervalMs, interval) => {
        const answer = { error: 'slow_down', interval: interval as never };
        const nextMs = nextIntervalMs(answer, intervalMs);
        expect(Number.isNaN(intervalMs) || (nextMs >= 1_000 && nextMs <= 60_000)).toBe(true);
      }),
    );
  });
});
