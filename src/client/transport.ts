import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { createSystemClock, Failure, formatDuration, parseJsonExactly, withDeadline } from '../base/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { createDispatcher, loadUndici, type Network } from './dispatcher.ts';
import { redactUrl } from './known-secrets.ts';
import type { ApiRequest, ApiResponse, Send } from './send.ts';
import type { Timeouts } from './timeouts.ts';

/** What answers may be packed with: a page of migrations shrinks to a tenth. Archives are asked for as they are. */
const ACCEPTED_ENCODINGS = 'gzip, br';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip, // An old name of the same (RFC 9110, 8.4.1.3).
  br: createBrotliDecompress,
} as const;

/** Answers that have headers alone, also those of a body (RFC 9110, 15.3.5 and 15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** How many connections are open to the service at once; it advises serial requests. */
const MAX_CONNECTIONS = 4;

/** The longest answer that is read into memory. Archives do not come this way. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** What lies at the bottom of the stack of decorators. */
export interface Transport {
  readonly send: Send;
  /** Closes all connections; requests under way fail. */
  close(): Promise<void>;
}

/** Creates the sender that talks to the network: one request, one answer, no redirects, no retries. */
export function createTransport(timeouts: Timeouts, network: Network): Transport {
  const dispatcher = createDispatcher({ ...network, timeouts, connections: MAX_CONNECTIONS });
  const clock = createSystemClock(); // Sockets live in real time, whatever clock the client is on.
  return {
    async send(request) {
      const { action, url, signal } = request;
      const found = `no complete response from "${url.origin}" within ${formatDuration(timeouts.wholeMs)}`;
      const failure = () => new Failure('network', `Cannot ${action}: ${found}`);
      try {
        return await withDeadline({ clock, afterMs: timeouts.wholeMs, signal, failure }, (bound) =>
          exchange(request, dispatcher, bound),
        );
      } catch (error) {
        signal?.throwIfAborted();
        throw connectionFailure(error, { action, place: url.origin });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function exchange(
  request: ApiRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  signal?.throwIfAborted();
  const answer = await loadUndici().request(request.url, {
    dispatcher,
    method: request.method,
    headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers },
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: signal ?? null,
  });
  const text = await readText(decodeBody(answer, request), request);
  return {
    url: request.url,
    status: answer.statusCode,
    headers: decodedHeaders(toHeaderMap(answer.headers)),
    text,
    body: parseJsonExactly(text),
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
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Headers by lower-case name, as undici gives the names. */
export function toHeaderMap(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** The bytes of an answer, unpacked as they come: whoever reads them bounds how many there may be. */
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
  const decoder = DECODERS[encoding as keyof typeof DECODERS](); // Proved just above.
  return pipeline(body, decoder, () => undefined); // Who reads it hears of an error.
}

/** The headers that hold of the bytes as they were unpacked. Validators are sent back as they came. */
function decodedHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    headers.has('content-encoding')
      ? [...headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
      : headers,
  );
}
