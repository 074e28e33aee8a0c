import { createSystemClock, formatDuration, withDeadline } from '../base/index.ts';
import { Failure } from '../model/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { createDispatcher, type Network } from './dispatcher.ts';
import { type DownloadAnswer, readDownloadAnswer } from './download-answer.ts';
import { type KnownSecrets, redactUrl } from './known-secrets.ts';
import { openStream, type StreamedAnswer } from './open-stream.ts';
import { proxyFor } from './proxies.ts';
import { readUrl } from './request-url.ts';
import { createStorageGuard } from './storage-guard.ts';
import type { Timeouts } from './timeouts.ts';

/** More redirects are a loop. */
const MAX_HOPS = 5;

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A request to the storage origin. */
export interface DownloadRequest {
  /** The signed address: a secret until it expires. */
  readonly url: URL;
  /** The first byte to fetch; requires `validator`. */
  readonly rangeStart?: number;
  /** From the response that delivered the preceding bytes: if the object has changed, it is sent from the beginning. */
  readonly validator?: string;
  readonly signal?: AbortSignal;
}

interface DownloadsOptions {
  readonly baseUrl: URL;
  readonly timeouts: Timeouts;
  readonly userAgent: string;
  readonly network: Network;
  /** Hosts, optionally with a port, whose addresses may be private. */
  readonly allowedHosts: readonly string[];
  readonly secrets: KnownSecrets;
  /** False: a Retry-After of the storage is a failure at once. */
  readonly canWait: boolean;
}

/**
 * Connects to the storage origin. It shares nothing with the API's connections: no token, no cookies, no headers.
 * Storage answers 400 to a signed address that comes with an Authorization header.
 */
export function createDownloads(options: DownloadsOptions) {
  const { baseUrl, timeouts, userAgent, network, allowedHosts, secrets, canWait } = options;
  const guard = createStorageGuard(baseUrl, allowedHosts);
  const clock = createSystemClock(); // Sockets run in real time.
  const dispatcher = createDispatcher({ ...network, timeouts, lookup: guard.lookup });

  async function send(url: URL, request: DownloadRequest): Promise<StreamedAnswer> {
    try {
      request.signal?.throwIfAborted();
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity', ...rangeHeaders(request) };
      const { wholeMs: afterMs } = timeouts;
      const found = `no response from "${url.origin}" within ${formatDuration(afterMs)}`;
      const failure = () => new Failure('network', `Cannot fetch the archive: ${found}`);
      // The deadline applies until the headers arrive; the body only has the signal of the caller.
      return await withDeadline({ clock, afterMs, signal: undefined, failure }, async (bound) =>
        openStream(url, { dispatcher, headers, signal: joinSignals(request.signal, bound) }),
      );
    } catch (error) {
      request.signal?.throwIfAborted();
      throw connectionFailure(error, {
        action: 'fetch the archive',
        place: url.origin,
        proxies: network.proxies,
      });
    }
  }

  return {
    async open(request: DownloadRequest): Promise<DownloadAnswer> {
      let { url } = request;
      for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
        guard.check(url);
        secrets.note(url);
        if (proxyFor(url, network.proxies) !== undefined) {
          await guard.checkName(url);
        }
        const answer = await send(url, request);
        if (!REDIRECT_STATUSES.has(answer.status)) {
          return await readDownloadAnswer(answer, {
            url,
            secrets,
            clock,
            timeouts,
            canWait,
            validator: request.validator,
            signal: request.signal,
          });
        }
        answer.discard();
        url = redirectTarget(answer, url);
      }
      throw refusal(request.url, `it redirects more than ${MAX_HOPS} times`);
    },
    close: () => dispatcher.destroy(),
  };
}

/** With If-Range (RFC 9110, 13.1.5), storage sends the rest of the same object, or all of one that replaced it. */
function rangeHeaders({ rangeStart = 0, validator }: DownloadRequest): Readonly<Record<string, string>> {
  return rangeStart === 0 || validator === undefined
    ? {}
    : { range: `bytes=${rangeStart}-`, 'if-range': validator };
}

function redirectTarget(answer: StreamedAnswer, from: URL): URL {
  const target = readUrl(answer.headers.get('location'), from);
  if (target === undefined) {
    throw refusal(from, 'it redirects without a Location header');
  }
  return target;
}

function refusal(url: URL, found: string): Failure {
  return new Failure('location-refused', `Cannot fetch from "${redactUrl(url)}": ${found}`);
}

/** A signal that is aborted with either of the two. */
export function joinSignals(
  own: AbortSignal | undefined,
  outer: AbortSignal | undefined,
): AbortSignal | undefined {
  return own !== undefined && outer !== undefined && own !== outer
    ? AbortSignal.any([own, outer])
    : (own ?? outer);
}
