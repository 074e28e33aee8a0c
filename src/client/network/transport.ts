import { pipeline } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Clock, createSystemClock, withDeadline } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { parseJsonExactly } from '../../base/json.ts';
import { untilAborted } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import { connectionFailure, limitFailure } from '../connection-failure.ts';
import type { Network } from '../network.ts';
import { redactUrl } from '../request-url.ts';
import type { ApiMethod, ApiRequest, ApiResponse, Decorator } from '../send.ts';
import { createDispatcher, loadUndici, type Timeouts } from './dispatcher.ts';

/** Compression shrinks a page of migrations to a tenth. Archives are requested without it. */
const ACCEPTED_ENCODINGS = 'gzip, br';

const DECODERS = {
  gzip: gunzip,
  'x-gzip': gunzip, // An alias (RFC 9110, 8.4.1.3).
  br: () => process.getBuiltinModule('node:zlib').createBrotliDecompress(),
} as const;

function gunzip() {
  return process.getBuiltinModule('node:zlib').createGunzip();
}

/** Responses without a body, even if their headers describe one (RFC 9110, 15.3.5 and 15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The service recommends serial requests. */
const MAX_CONNECTIONS = 4;

/** The maximum size of a response, which is held in memory. Does not apply to archives. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The bottom of the stack of decorators: one request, one response, no redirects, no retries. */
export function createTransport(timeouts: Timeouts, network: Network) {
  const dispatcher = createDispatcher({ ...network, timeouts, connections: MAX_CONNECTIONS });
  const clock = createSystemClock(); // Sockets run in real time, whatever the client's clock.
  return {
    async send(request: ApiRequest): Promise<ApiResponse> {
      const { action, url, signal } = request;
      const found = `no complete response from "${url.origin}" within ${formatDuration(timeouts.wholeMs)}`;
      const message = `Cannot ${action}: ${found}`;
      const failure = () => limitFailure('wholeMs', timeouts, { message });
      try {
        return await withDeadline({ clock, afterMs: timeouts.wholeMs, signal, failure }, (bound) =>
          exchange(request, dispatcher, bound),
        );
      } catch (error) {
        signal?.throwIfAborted();
        throw connectionFailure(error, { action, place: url.origin, proxies: network.proxies, timeouts });
      }
    },
    /** Closes all connections; pending requests fail. */
    close: () => dispatcher.destroy(),
  };
}

async function exchange(
  request: ApiRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  signal?.throwIfAborted();
  const asked = loadUndici().request(request.url, {
    dispatcher,
    method: request.method,
    headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers },
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signal ?? null,
  });
  const answer = await untilAborted(asked, signal); // Undici looks at signals only once it is connected.
  const text = await readText(decodeBody(answer, request), request);
  return {
    url: request.url,
    status: answer.statusCode,
    headers: decodedHeaders(toHeaderMap(answer.headers)),
    text,
    body: request.hasBytes === true ? undefined : parseJsonExactly(text),
  };
}

async function readText(body: AsyncIterable<Uint8Array>, request: ApiRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_ANSWER_BYTES) {
      throw new Failure(
        'not-the-service',
        `Cannot ${request.action}: "${redactUrl(request.url)}" sends more than ${MAX_ANSWER_BYTES} bytes`,
        { details: { isTooLarge: true } },
      );
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return request.hasBytes === true ? bytes.toString('latin1') : new TextDecoder().decode(bytes);
}

/** The text of the first bytes of a body. */
export async function readBeginning(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= maxBytes) {
      break;
    }
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

/** Headers by lower-case name, as undici returns them. */
export function toHeaderMap(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Decompresses a body while it is received. The reader must limit its size. */
function decodeBody(
  { body, statusCode, headers: { 'content-encoding': named = '' } }: Dispatcher.ResponseData,
  request: Pick<ApiRequest, 'action' | 'method' | 'url'>,
): AsyncIterable<Uint8Array> {
  const encoding = String(named).trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || request.method === 'HEAD' || BODILESS.has(statusCode)) {
    return body;
  }
  if (!Object.hasOwn(DECODERS, encoding)) {
    body.on('error', () => undefined).destroy();
    throw new Failure(
      'not-the-service',
      `Cannot ${request.action}: "${redactUrl(request.url)}" answers in an encoding that was not requested`,
    );
  }
  const decoder = DECODERS[encoding as keyof typeof DECODERS](); // Checked above.
  return pipeline(body, decoder, () => undefined); // The reader gets the error.
}

/** Removes the headers that describe the compressed bytes. Validators stay unchanged. */
function decodedHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    headers.has('content-encoding')
      ? [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
      : headers,
  );
}

/** One exchange with the service, without secrets. */
export interface RequestTrace {
  readonly method: ApiMethod;
  readonly route: string;
  /** Origin and path. */
  readonly url: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

/** Reports every exchange, including retries and redirects. */
export function withTracing(clock: Clock, onRequest: ((trace: RequestTrace) => void) | undefined): Decorator {
  return (next) => async (request) => {
    const startedMs = clock.now();
    let status: number | undefined;
    try {
      const response = await next(request);
      status = response.status;
      return response;
    } finally {
      onRequest?.({
        method: request.method,
        route: request.route,
        url: redactUrl(request.url),
        status,
        durationMs: clock.now() - startedMs,
      });
    }
  };
}
