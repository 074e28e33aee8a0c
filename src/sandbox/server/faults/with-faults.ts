import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../../../base/clock.ts';
import { type Fault, type FaultKindName, numberOf, textOf } from '../../fault.ts';

interface FaultContext {
  readonly clock: Clock;
  /** Aborts what waits when the sandbox ends. */
  readonly ending: AbortSignal;
  readonly connection: ReturnType<typeof connectionOf>;
  /** Writes the refusal that a fault causes, in the format of the origin. */
  readonly refuse: (fault: Fault) => Response;
}

type Respond = (request: Request) => Promise<Response>;

/** Wraps a responder in faults, the first one outermost. Faults after a closed connection have no effect. */
export function withFaults(respond: Respond, faults: readonly Fault[], context: FaultContext): Respond {
  return faults.reduceRight<Respond>(
    (inner, fault) => async (request) => {
      const handle = FAULT_HANDLERS[fault.kind];
      const response = await (handle?.({ ...context, fault, request, inner }) ?? inner(request));
      return context.connection.closed ?? response;
    },
    respond,
  );
}

interface FaultCase extends FaultContext {
  readonly fault: Fault;
  readonly request: Request;
  readonly inner: Respond;
}

type FaultHandler = (affected: FaultCase) => Promise<Response>;

/** The effect of each kind; the migration register handles those of migrations. */
const FAULT_HANDLERS: Readonly<Partial<Record<FaultKindName, FaultHandler>>> = {
  answer: refuseRequest,
  secondary_limit: refuseRequest,
  primary_limit: refuseRequest,
  moved: refuseRequest,
  expired_link: refuseRequest,
  async lost_answer({ fault, request, inner, refuse }) {
    await (await inner(request)).body?.cancel();
    return refuse(fault);
  },
  async delay({ fault, request, inner, clock, ending }) {
    try {
      await clock.sleep(numberOf(fault, 'delay_ms'), ending);
    } catch (error) {
      if (ending.aborted) {
        return new Response(null, { status: 503 }); // Its connection is closed.
      }
      throw error;
    }
    return await inner(request);
  },
  reset: resetConnection,
  async wrong_length({ fault, request, inner, connection }) {
    const response = await inner(request);
    const bytes = await bytesOf(response);
    return connection.sendAndReset(response, bytes, Math.max(0, bytes.length + numberOf(fault, 'bytes')));
  },
  async wrong_clock({ fault, request, inner }) {
    const response = await inner(request);
    const offsetSeconds = numberOf(fault, 'offset_seconds');
    const reportedMs = Date.parse(response.headers.get('date') ?? '') + offsetSeconds * 1_000;
    const resetAt = response.headers.get('x-ratelimit-reset');
    return withHeaders(response, {
      ...(Number.isNaN(reportedMs) ? {} : { date: new Date(reportedMs).toUTCString() }),
      ...(resetAt === null ? {} : { 'x-ratelimit-reset': String(Number(resetAt) + offsetSeconds) }),
    });
  },
  duplicate_page: repeatPage,
  async foreign_link({ fault, request, inner }) {
    const response = await inner(request);
    const link = response.headers.get('link');
    const { origin } = new URL(request.url);
    return link === null
      ? response
      : withHeaders(response, { link: link.replaceAll(origin, textOf(fault, 'origin')) });
  },
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
  ignored_range: ({ request, inner }) => inner(withoutRange(request)),
  async changed_object({ request, inner }) {
    // The validator of a client that resumes does not match the new object.
    const response = await inner(request.headers.has('if-range') ? withoutRange(request) : request);
    const bytes = flipByte(await bytesOf(response), 0);
    return withHeaders(withBytes(response, bytes), { etag: '"another-object"' });
  },
};

function withoutRange(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('range');
  return new Request(request.url, { method: request.method, headers });
}

async function refuseRequest({ fault, refuse }: FaultCase): Promise<Response> {
  return refuse(fault);
}

async function resetConnection({ fault, request, inner, connection }: FaultCase): Promise<Response> {
  const stage = textOf(fault, 'stage');
  if (stage === 'before') {
    return connection.reset();
  }
  const response = await inner(request);
  const bytes = await bytesOf(response);
  const sent = stage === 'in' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes;
  return connection.sendAndReset(response, sent, bytes.length);
}

async function repeatPage({ request, inner }: FaultCase): Promise<Response> {
  const response = await inner(request);
  const url = new URL(request.url);
  const page = Number(url.searchParams.get('page') ?? 1);
  if (!(page > 1)) {
    return response;
  }
  url.searchParams.set('page', String(page - 1));
  const previous = await inner(new Request(url, { method: request.method, headers: request.headers }));
  await response.body?.cancel();
  return withBytes(response, await bytesOf(previous));
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

function flipByte(bytes: Uint8Array, offset: number): Uint8Array {
  const place = Math.min(Math.max(0, offset), bytes.length - 1);
  return bytes.map((byte, index) => (index === place ? byte ^ 0xff : byte));
}

function withHeaders(response: Response, changes: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(changes)) {
    headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** The same response with another body and its length. */
function withBytes(response: Response, bytes: Uint8Array): Response {
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(Buffer.from(bytes), { status: response.status, headers });
}

/** The connection of a request to Node's server. */
export function connectionOf({ incoming, outgoing }: HttpBindings) {
  let closed: Response | undefined;
  return {
    /** A placeholder for the response once the connection is closed. */
    get closed() {
      return closed;
    },
    /** Closes it at once. */
    reset() {
      closed = RESPONSE_ALREADY_SENT;
      incoming.socket.resetAndDestroy();
      return closed;
    },
    /** Sends a header with one content length, a body of perhaps another, and closes the connection. */
    sendAndReset(
      { headers, status }: Pick<Response, 'headers' | 'status'>,
      bytes: Uint8Array,
      announcedBytes: number,
    ) {
      if (closed === undefined) {
        closed = RESPONSE_ALREADY_SENT;
        outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': announcedBytes });
        // A reset would discard what the system has not sent yet, so the connection ends normally.
        outgoing.write(bytes, () => void incoming.socket.destroySoon());
      }
      return closed;
    },
  };
}
