import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../../../base/index.ts';
import { type Fault, type FaultKindName, numberOf, textOf } from './fault.ts';

/** What a fault can lay hands on. */
interface FaultStage {
  readonly clock: Clock;
  readonly connection: Connection;
  /** Writes refusals as the origin does. */
  readonly refuse: (refusal: FaultRefusal) => Response;
}

/** The connection that a request came by. */
interface Connection {
  /** Stands for the answer once the connection is over: nothing else can be sent. */
  readonly cut: Response | undefined;
  /** Ends it at once, without a word. */
  reset(): Response;
  /** Sends a head that announces one length, bytes of perhaps another, and ends the connection, unless it is over. */
  sendAndReset(answer: CutAnswer): Response;
}

/** The answers that a fault can give. */
export type FaultRefusal =
  | { readonly type: 'answer'; readonly status: number; readonly body: string }
  | { readonly type: 'expired_link' }
  | { readonly type: 'moved'; readonly status: number; readonly location: string }
  | { readonly type: 'primary_limit'; readonly status: number; readonly resetAtSeconds: number }
  | {
      readonly type: 'secondary_limit';
      readonly status: number;
      readonly retryAfterSeconds: number | undefined;
    };

/** Answers a request. */
type Respond = (request: Request) => Promise<Response>;

/** An answer whose body may end where it should not. */
interface CutAnswer {
  /** Whose status and headers it has; its own body was read already. */
  readonly head: Pick<Response, 'headers' | 'status'>;
  readonly bytes: Uint8Array;
  readonly announcedBytes: number;
}

/** Wraps what answers a request in its faults, the first one outermost. After a fault that cuts the connection, none has an effect. */
export function withFaults(respond: Respond, faults: readonly Fault[], stage: FaultStage): Respond {
  return faults.reduceRight<Respond>(
    (inner, fault) => async (request) => {
      const spoil = SPOILERS[fault.kind];
      const response = await (spoil === undefined ? inner(request) : spoil({ fault, request, inner, stage }));
      return stage.connection.cut ?? response; // Nothing can be sent any more.
    },
    respond,
  );
}

interface Case {
  readonly fault: Fault;
  readonly request: Request;
  readonly inner: Respond;
  readonly stage: FaultStage;
}

type Spoiler = (spoiled: Case) => Promise<Response>;

/** How each kind goes wrong; those of migrations are the register's business. */
const SPOILERS: Readonly<Partial<Record<FaultKindName, Spoiler>>> = {
  answer: async ({ fault, stage }) => stage.refuse(answerOf(fault)),
  async lost_answer({ fault, request, inner, stage }) {
    await (await inner(request)).body?.cancel();
    return stage.refuse(answerOf(fault));
  },
  async delay({ fault, request, inner, stage }) {
    await stage.clock.sleep(numberOf(fault, 'delay_ms'));
    return await inner(request);
  },
  reset: resetConnection,
  async wrong_length({ fault, request, inner, stage }) {
    const response = await inner(request);
    const bytes = await bytesOf(response);
    const announced = Math.max(0, bytes.length + numberOf(fault, 'bytes'));
    return stage.connection.sendAndReset({ head: response, bytes, announcedBytes: announced });
  },
  async wrong_clock({ fault, request, inner }) {
    const response = await inner(request);
    const offsetSeconds = numberOf(fault, 'offset_seconds');
    const told = Date.parse(response.headers.get('date') ?? '') + offsetSeconds * 1_000;
    const resetAt = response.headers.get('x-ratelimit-reset');
    return withHeaders(response, {
      ...(Number.isNaN(told) ? {} : { date: new Date(told).toUTCString() }),
      ...(resetAt === null ? {} : { 'x-ratelimit-reset': String(Number(resetAt) + offsetSeconds) }),
    });
  },
  secondary_limit: async ({ fault, stage }) =>
    stage.refuse({
      type: 'secondary_limit',
      status: numberOf(fault, 'status'),
      retryAfterSeconds: numberOf(fault, 'retry_after') || undefined,
    }),
  primary_limit: async ({ fault, stage }) =>
    stage.refuse({
      type: 'primary_limit',
      status: numberOf(fault, 'status'),
      resetAtSeconds: Math.ceil(stage.clock.now() / 1_000) + numberOf(fault, 'reset_seconds'),
    }),
  duplicate_page: showPageBefore,
  async foreign_link({ fault, request, inner }) {
    const response = await inner(request);
    const link = response.headers.get('link');
    const { origin } = new URL(request.url);
    return link === null
      ? response
      : withHeaders(response, { link: link.replaceAll(origin, textOf(fault, 'origin')) });
  },
  moved: async ({ fault, request, stage }) =>
    stage.refuse({
      type: 'moved',
      status: numberOf(fault, 'status'),
      location: textOf(fault, 'location') || request.url,
    }),
  async stale_etag({ request, inner }) {
    const response = await inner(request);
    const isConditional = request.headers.has('if-none-match') || request.headers.has('if-modified-since');
    if (!isConditional) {
      return response;
    }
    await response.body?.cancel();
    return new Response(null, { status: 304, headers: response.headers });
  },
  async poll_interval({ fault, request, inner }) {
    return withHeaders(await inner(request), { 'x-poll-interval': textOf(fault, 'seconds') });
  },
  async truncated_archive({ fault, request, inner }) {
    const response = await inner(request);
    const bytes = await bytesOf(response);
    return withBytes(response, bytes.subarray(0, Math.max(0, bytes.length - numberOf(fault, 'bytes'))));
  },
  async corrupted_archive({ fault, request, inner }) {
    const response = await inner(request);
    return withBytes(response, flipByte(await bytesOf(response), numberOf(fault, 'offset')));
  },
  ignored_range({ request, inner }) {
    const headers = new Headers(request.headers);
    headers.delete('range');
    return inner(new Request(request.url, { method: request.method, headers }));
  },
  async changed_object({ request, inner }) {
    const headers = new Headers(request.headers);
    // What a client brings back to resume does not fit the object that is there now.
    if (headers.has('if-range')) {
      headers.delete('range');
    }
    const response = await inner(new Request(request.url, { method: request.method, headers }));
    const bytes = flipByte(await bytesOf(response), 0);
    return withHeaders(withBytes(response, bytes), { etag: '"another-object"' });
  },
  expired_link: async ({ stage }) => stage.refuse({ type: 'expired_link' }),
};

function answerOf(fault: Fault): FaultRefusal {
  return { type: 'answer', status: numberOf(fault, 'status'), body: textOf(fault, 'body') };
}

async function resetConnection({ fault, request, inner, stage }: Case): Promise<Response> {
  const where = textOf(fault, 'stage');
  if (where === 'before') {
    return stage.connection.reset();
  }
  const response = await inner(request);
  const bytes = await bytesOf(response);
  const sent = where === 'in' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes;
  return stage.connection.sendAndReset({ head: response, bytes: sent, announcedBytes: bytes.length });
}

async function showPageBefore({ request, inner }: Case): Promise<Response> {
  const response = await inner(request);
  const url = new URL(request.url);
  const page = Number(url.searchParams.get('page') ?? 1);
  if (!(page > 1)) {
    return response;
  }
  url.searchParams.set('page', String(page - 1));
  const before = await inner(new Request(url, { method: request.method, headers: request.headers }));
  await response.body?.cancel();
  return withBytes(response, await bytesOf(before));
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

function flipByte(bytes: Uint8Array, offset: number): Uint8Array {
  const place = Math.min(Math.max(0, offset), bytes.length - 1);
  return bytes.map((byte, index) => (index === place ? byte ^ 0xff : byte));
}

/** The same answer with some headers set. */
function withHeaders(response: Response, changes: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(changes)) {
    headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** The same answer with another body, and the length of that one. */
function withBytes(response: Response, bytes: Uint8Array): Response {
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(Buffer.from(bytes), { status: response.status, headers });
}

/** The connection of a request, as Node's server has it. */
export function connectionOf({ incoming, outgoing }: HttpBindings): Connection {
  let cut: Response | undefined;
  return {
    get cut() {
      return cut;
    },
    reset() {
      cut = RESPONSE_ALREADY_SENT;
      incoming.socket.resetAndDestroy();
      return cut;
    },
    sendAndReset({ head, bytes, announcedBytes }) {
      if (cut !== undefined) {
        return cut;
      }
      cut = RESPONSE_ALREADY_SENT;
      const headers = { ...Object.fromEntries(head.headers), 'content-length': announcedBytes };
      outgoing.writeHead(head.status, headers);
      // A reset would take back what the system has not sent yet; an ordinary end lets it go out first.
      outgoing.write(bytes, () => void incoming.socket.destroySoon());
      return cut;
    },
  };
}
