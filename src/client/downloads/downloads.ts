import { createSystemClock, withDeadline } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { joinSignals } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import { rangeFrom } from '../byte-ranges.ts';
import { connectionFailure } from '../connection-failure.ts';
import { type DownloadAnswer, readDownloadAnswer } from '../download-answer.ts';
import { createDispatcher, type Timeouts } from '../network/dispatcher.ts';
import { type Network, proxyFor } from '../network.ts';
import { redactUrl } from '../request-url.ts';
import type { KnownSecrets } from '../requests/known-secrets.ts';
import { followRedirects } from '../requests/with-redirects.ts';
import { openStream, type StreamedAnswer } from './open-stream.ts';
import { createStorageGuard } from './storage-guard.ts';

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
      const { url, ...answer } = await followRedirects(request.url, {
        async send(place) {
          guard.check(place);
          secrets.note(place);
          if (proxyFor(place, network.proxies) !== undefined) {
            await guard.checkName(place);
          }
          return { ...(await send(place, request)), url: place };
        },
        onRedirect: (redirect) => redirect.discard(),
        refusal: (place, found) =>
          new Failure('location-refused', `Cannot fetch from "${redactUrl(place)}": it ${found}`),
      });
      const { validator, signal } = request;
      return await readDownloadAnswer(answer, { url, secrets, clock, timeouts, canWait, validator, signal });
    },
    close: () => dispatcher.destroy(),
  };
}

/** With If-Range (RFC 9110, 13.1.5), storage sends the rest of the same object, or all of one that replaced it. */
function rangeHeaders({ rangeStart = 0, validator }: DownloadRequest): Readonly<Record<string, string>> {
  return rangeStart === 0 || validator === undefined
    ? {}
    : { range: rangeFrom(rangeStart), 'if-range': validator };
}
