import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../../src/base/clock.ts';
import type { DialectName } from '../../../../src/model/dialects.table.ts';
import type { Sandbox, SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../../src/sandbox/start-sandbox.ts';
import { createSmallWorld } from './small-world.ts';
import { writeSmallArchive } from './write-small-archive.ts';

/** The moment at which the driven clocks of these tests start. */
export const START_MS = Date.parse('2026-03-10T12:00:00Z');

/** An answer as it came over the socket. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body. Tests know what they asked for, so it is as loose as JSON.parse gives it. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface Question {
  readonly method?: 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT';
  /** Sent as it is; null sends none. The classic token unless given. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is where it is a string. */
  readonly body?: unknown;
}

/** A sandbox with the small world on a driven clock, and a way to talk to it. */
export interface Harbour {
  readonly sandbox: Sandbox;
  readonly clock: DrivenClock;
  /** Asks the API, below its base URL. */
  ask(path: string, question?: Question): Promise<Reply>;
}

type HarbourOptions = Partial<SandboxOptions> & { readonly dialect?: DialectName };

/** Starts a sandbox that is closed after the test. */
export async function openHarbour(options: HarbourOptions = {}): Promise<Harbour> {
  const clock = createDrivenClock(START_MS);
  const dialect = options.dialect ?? 'service';
  const sandbox = await startSandbox({
    seed: 'small',
    world: createSmallWorld(dialect),
    writeArchive: writeSmallArchive,
    hasInstantBuilds: true,
    clock,
    ...options,
    dialect,
  });
  // A hook of this module would run after the tests of one file only: files share processes.
  onTestFinished(sandbox.close);
  const { base_url, tokens } = sandbox.ready;
  return {
    sandbox,
    clock,
    ask: (path, question = {}) =>
      askUrl(`${base_url}${path}`, { authorization: `Bearer ${tokens.classic}`, ...question }),
  };
}

/** Asks any address, without following redirects. */
export async function askUrl(url: string, question: Question = {}): Promise<Reply> {
  const { method = 'GET', authorization = null, headers = {}, body } = question;
  const answer = await request(url, {
    method,
    headers: {
      'user-agent': 'harbour-test',
      ...(authorization === null ? {} : { authorization }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const text = bytes.toString();
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        value === undefined ? undefined : String(value),
      ]),
    ),
    bytes,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}
