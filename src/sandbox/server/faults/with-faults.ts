import { type Fault, numberOf, textOf } from './fault.ts';
import type { FaultKindName } from './fault-kinds.table.ts';
import type { FaultRefusal, FaultStage, Respond } from './fault-stage.ts';
import { withBytes, withHeaders } from './spoil-response.ts';

/** Wraps what answers a request in the faults that befall it; the first fault is the outermost. The first to cut the connection is the last. */
export function withFaults(respond: Respond, faults: readonly Fault[], stage: FaultStage): Respond {
  return faults.reduceRight<Respond>(
    (inner, fault) => async (request) => {
      const spoil = SPOILERS[fault.kind];
      const response = await (spoil === undefined ? inner(request) : spoil({ fault, request, inner, stage }));
      return stage.connection.cut ?? response; // What befalls an answer that is gone comes too late.
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
