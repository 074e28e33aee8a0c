import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { EXIT_CODES } from '../../../src/model/exit-codes.table.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { MAIN } from '../../house/packed-program.ts';

/** A process that still runs after this time missed its deadline. */
const LIMIT_MS = 90_000;

const DRIP_MS = 20;

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Sends one byte at a time, and never ends. */
function drip(outgoing: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  outgoing.writeHead(status, headers);
  const timer = setInterval(() => outgoing.write(' '), DRIP_MS);
  outgoing.on('close', () => clearInterval(timer));
}

/** Ways in which a service never finishes, with the exit status: 5 if calls take too long, 8 if its work does. */
const ENDLESS: Readonly<Record<string, readonly [status: number, answerOf: (pass: Answer) => Answer]>> = {
  'gives no answer': [EXIT_CODES.temporary.status, () => () => undefined],
  'answers byte by byte': [
    EXIT_CODES.temporary.status,
    () => (_, outgoing) => drip(outgoing, 200, { 'content-type': 'application/json' }),
  ],
  'asks to wait an hour': [
    EXIT_CODES.temporary.status,
    () => (_, outgoing) => outgoing.writeHead(429, { 'retry-after': '3600' }).end('{"message":"slow"}'),
  ],
  'is out of order': [EXIT_CODES.temporary.status, () => (_, outgoing) => outgoing.writeHead(503).end()],
  'never ends the migration': [EXIT_CODES.pending.status, (pass) => pass],
  'gives no state of the migration': [
    EXIT_CODES.pending.status,
    (pass) => (incoming, outgoing) => {
      const isState = incoming.method === 'GET' && /\/migrations\/\d+(?:\?|$)/.test(incoming.url ?? '');
      return isState ? undefined : pass(incoming, outgoing);
    },
  ],
};

it.concurrent.for(sampled(Object.entries(ENDLESS), 3))(
  'satchel backup --timeout ends as a process if the service %s',
  { timeout: 2 * LIMIT_MS },
  async ([, [expected, answerOf]], { onTestFinished }) => {
    const home = temporaryFolder(afterFile);
    const sandbox = await startSandbox({
      dialect: 'service',
      clock: createSystemClock(),
      repositories: 1,
      issues: 1,
      pendingMs: 0,
      exportMs: 3_600_000,
    });
    onTestFinished(() => sandbox.close());
    const { base_url: baseUrl, tokens } = sandbox.ready;
    const url = await serve(answerOf(passOn(new URL(baseUrl).origin)), onTestFinished);
    const address = `${url}${new URL(baseUrl).pathname}`;
    const words = ['backup', '--vault', join(home, 'vault'), '--base-url', address, '--dialect', 'service'];
    const { status, err } = await runProcess([...words, '--timeout', '2s', '--poll-interval', '50ms'], {
      PATH: process.env['PATH'],
      HOME: home,
      SATCHEL_TOKEN: tokens.classic,
    });
    expect(err).toContain('satchel: Cannot ');
    expect(status).toBe(expected);
  },
);

async function serve(answer: Answer, onTestFinished: TestContext['onTestFinished']): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function passOn(origin: string): Answer {
  return (incoming, outgoing) => {
    const { host: _, ...headers } = incoming.headers;
    const onward = sendRequest(
      `${origin}${incoming.url}`,
      { method: incoming.method, headers },
      (answered) => {
        outgoing.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
}

async function runProcess(words: readonly string[], env: NodeJS.ProcessEnv) {
  return await new Promise<{ readonly status: unknown; readonly err: string }>((resolve) => {
    const options = { env, timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, [MAIN, ...words], options, (error, _out, err) => {
      resolve({ status: error === null ? 0 : (error.code ?? error.signal), err });
    });
  });
}
