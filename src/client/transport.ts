import type { Dispatcher } from 'undici';
import { createSystemClock, Failure, formatDuration, parseJsonExactly, withDeadline } from '../base/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { ACCEPTED_ENCODINGS, decodeBody, decodedHeaders } from './decode-body.ts';
import { createDispatcher, type Network } from './dispatcher.ts';
import { loadUndici } from './load-undici.ts';
import { redactUrl } from './redaction.ts';
import type { ApiRequest, ApiResponse, Send } from './send.ts';
import type { Timeouts } from './timeouts.ts';

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
