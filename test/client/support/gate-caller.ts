import type { Clock } from '../../../src/base/index.ts';
import type { ApiRequest, ApiResponse, Send } from '../../../src/client/send.ts';

/*
 * A process of its own that makes requests through the gate of a token. It is transpiled as it stands and run by Node:
 * what it needs of Satchel comes from `dist`, whose address is the first argument; the state file is the second one.
 */

/** What this process asks of the one that owns the clock. Each question is answered once, by its number. */
export type Question =
  | { readonly type: 'next'; readonly id: number }
  | { readonly type: 'sleep'; readonly id: number; readonly durationMs: number }
  | { readonly type: 'send'; readonly id: number; readonly request: PlainRequest }
  /** Nothing goes on here until another answer comes; so many were read. */
  | { readonly type: 'idle'; readonly seen: number }
  | { readonly type: 'trouble'; readonly text: string };

/** An answer, with the time: it cannot have moved since the last one as long as this process had something to do. */
export interface Answer {
  readonly id: number;
  readonly nowMs: number;
  readonly value?: PlainRequest | PlainResponse | null;
}

/** A request as it crosses between processes. */
export interface PlainRequest extends Pick<ApiRequest, 'action' | 'body' | 'headers' | 'method' | 'route'> {
  readonly url: string;
}

export interface PlainResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

type DistModules = {
  readonly 'base/index.js': typeof import('../../../src/base/index.ts');
  readonly 'client/gate/gate-memory.js': typeof import('../../../src/client/gate/gate-memory.ts');
  readonly 'client/gate/rate-gate.js': typeof import('../../../src/client/gate/rate-gate.ts');
  readonly 'client/with-rate-limit.js': typeof import('../../../src/client/with-rate-limit.ts');
  readonly 'client/transport.js': typeof import('../../../src/client/transport.ts');
  readonly 'client/timeouts.js': typeof import('../../../src/client/timeouts.ts');
};

const [, , dist = '', statePath = '', callers = '1', start = '0'] = process.argv;
const waiting = new Map<number, (value: Answer['value']) => void>();
let nowMs = Number(start);
let seen = 0;
let lastId = 0;
/** Work that goes on without an answer of the other process: the state file, the network. */
let working = 0;
const waitingForWork: (() => void)[] = [];

function post(question: Question): void {
  if (process.connected) {
    process.send?.(question);
  }
}

function ask(question: (id: number) => Question): Promise<Answer['value']> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    post(question(id));
  });
}

async function work<Result>(task: () => Promise<Result>): Promise<Result> {
  working += 1;
  try {
    return await task();
  } finally {
    working -= 1;
    for (const goOn of waitingForWork.splice(0)) {
      goOn();
    }
  }
}

async function tellWhenIdle(): Promise<void> {
  const mine = seen;
  await new Promise((resolve) => setImmediate(resolve));
  while (working > 0 && seen === mine) {
    await new Promise<void>((resolve) => waitingForWork.push(resolve));
    await new Promise((resolve) => setImmediate(resolve)); // What follows from it goes on first.
  }
  if (seen === mine) {
    post({ type: 'idle', seen });
  }
}

const clock: Clock = {
  now: () => nowMs,
  async sleep(durationMs) {
    await ask((id) => ({ type: 'sleep', id, durationMs }));
  },
};

async function load<Name extends keyof DistModules>(name: Name): Promise<DistModules[Name]> {
  return (await import(new URL(name, dist).href)) as DistModules[Name];
}

async function openSend(): Promise<Send> {
  const { createSystemClock, createSystemRandom } = await load('base/index.js');
  const { createSharedMemory } = await load('client/gate/gate-memory.js');
  const { RateGate } = await load('client/gate/rate-gate.js');
  const { withRateLimit } = await load('client/with-rate-limit.js');
  const { createTransport } = await load('client/transport.js');
  const { DEFAULT_TIMEOUTS } = await load('client/timeouts.js');
  const random = createSystemRandom();
  const { pid } = process;
  const shared = createSharedMemory({
    path: statePath,
    clock: createSystemClock(),
    random,
    pid,
    onTrouble: (text) => post({ type: 'trouble', text }),
  });
  const memory = { update: ((change) => work(() => shared.update(change))) as typeof shared.update };
  const gate = new RateGate({ memory, clock, pid, onWait: undefined, checkWait: () => undefined });
  const transport = createTransport(DEFAULT_TIMEOUTS, {});
  const send: Send = async (request) => {
    // Nobody listens under this name (RFC 2606): the owner of the clock answers in its place.
    return request.url.hostname.endsWith('.example')
      ? fromPlain(request, await ask((id) => ({ type: 'send', id, request: toPlain(request) })))
      : await work(() => transport.send(request));
  };
  return withRateLimit({ gate, clock, random, canWait: true })(send);
}

function toPlain({ action, method, route, headers, url }: ApiRequest): PlainRequest {
  return { action, method, route, headers, url: url.href };
}

function fromPlain(request: ApiRequest, value: Answer['value']): ApiResponse {
  const { status, headers, text } = value as PlainResponse;
  return { url: request.url, status, headers: new Map(headers), text, body: {} };
}

async function callOn(send: Send): Promise<void> {
  for (;;) {
    const next = (await ask((id) => ({ type: 'next', id }))) as PlainRequest | null;
    if (next === null) {
      return;
    }
    await send({ ...next, url: new URL(next.url) });
  }
}

process.on('message', (answer: Answer) => {
  seen += 1;
  nowMs = answer.nowMs;
  const resolve = waiting.get(answer.id);
  waiting.delete(answer.id);
  resolve?.(answer.value);
  void tellWhenIdle();
});

const send = await openSend();
await Promise.all(Array.from({ length: Number(callers) }, () => callOn(send)));
process.disconnect();
