import { createSystemClock, withDeadline } from '../../base/clock.ts';
import { formatDuration } from '../../base/durations.ts';
import { invariant } from '../../base/failure.ts';
import { definedMembers } from '../../base/json.ts';
import { joinSignals } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import { rangeFrom } from '../byte-ranges.ts';
import { connectionFailure, limitFailure } from '../connection-failure.ts';
import { type DownloadAnswer, readDownloadAnswer } from '../download-answer.ts';
import { createDispatcher } from '../network/dispatcher.ts';
import { proxyFor } from '../network.ts';
import { redactUrl } from '../request-url.ts';
import { followRedirects } from '../requests/with-redirects.ts';
import { openStream, type StreamedAnswer } from './open-stream.ts';
import { createFileSender, requireNoLeak, type SenderOptions } from './send-file.ts';
import { createStorageGuard } from './storage-guard.ts';

export interface DownloadRequest {
  /** The signed address: a secret until it expires. */
  readonly url: URL;
  /** The first byte to fetch; requires `validator`. */
  readonly rangeStart?: number;
  /** From the response that delivered the preceding bytes: if the object has changed, it is sent from the beginning. */
  readonly validator?: string;
  readonly signal?: AbortSignal;
}

/** A request for a file whose digest is known: whatever arrives may be in it, and a range needs no validator. */
export interface FileRequest extends Omit<DownloadRequest, 'validator'> {
  /** A verb phrase that can follow "Cannot". */
  readonly action: string;
  /** Headers for the origin of `url` alone: none is sent to where that redirects. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server that named the address: only its own origin may get a secret of the client back. */
  readonly namedBy: URL;
}

const ARCHIVE = { action: 'fetch the archive', headers: {} } as const;

type AnyRequest = DownloadRequest & Partial<Pick<FileRequest, 'action' | 'headers'>>;

interface DownloadsOptions extends Omit<SenderOptions, 'admit' | 'dispatcher'> {
  readonly baseUrl: URL;
  /** Hosts, optionally with a port, whose addresses may be private. */
  readonly allowedHosts: readonly string[];
  /** False: a Retry-After of the storage is a failure at once. */
  readonly canWait: boolean;
}

/**
 * Connects to the storage origin. It shares nothing with the API's connections: no token, no cookies, no headers.
 * Storage answers 400 to a signed address that comes with an Authorization header.
 */
export function createDownloads(options: DownloadsOptions) {
  const { baseUrl, timeouts, userAgent, network, allowedHosts, secrets, canWait, limitFiles } = options;
  const guard = createStorageGuard(baseUrl, allowedHosts);
  const clock = createSystemClock(); // Sockets run in real time.
  const dispatcher = createDispatcher({ ...network, timeouts, lookup: guard.lookup });

  /** Every address is checked and noted as a secret before anything is sent there. */
  async function admit(url: URL): Promise<void> {
    guard.check(url);
    secrets.note(url);
    if (proxyFor(url, network.proxies) !== undefined) {
      await guard.checkName(url);
    }
  }

  async function send(url: URL, request: AnyRequest): Promise<StreamedAnswer> {
    const { action, headers: own } = { ...ARCHIVE, ...request };
    try {
      request.signal?.throwIfAborted();
      const headers = {
        ...(url.origin === request.url.origin ? own : {}),
        ...{ 'user-agent': userAgent, 'accept-encoding': 'identity', ...rangeHeaders(request) },
      };
      const { wholeMs: afterMs } = timeouts;
      const message = `Cannot ${action}: no response from "${url.origin}" within ${formatDuration(afterMs)}`;
      const failure = () => limitFailure('wholeMs', timeouts, { message });
      // The deadline applies until the headers arrive; the body only has the signal of the caller.
      return await withDeadline({ clock, afterMs, signal: undefined, failure }, async (bound) =>
        openStream(url, { dispatcher, headers, signal: joinSignals(request.signal, bound) }),
      );
    } catch (error) {
      request.signal?.throwIfAborted();
      throw connectionFailure(error, { action, place: url.origin, proxies: network.proxies, timeouts });
    }
  }

  async function follow(request: AnyRequest): Promise<StreamedAnswer & { readonly url: URL }> {
    return await followRedirects(request.url, {
      async send(place) {
        await admit(place);
        return { ...(await send(place, request)), url: place };
      },
      onRedirect: (redirect) => redirect.discard(),
      refusal: (place, found) =>
        new Failure('location-refused', `Cannot fetch from "${redactUrl(place)}": it ${found}`),
    });
  }

  /** Waits for limits, and returns the first answer without one. */
  async function followWithinLimits(request: FileRequest): ReturnType<typeof follow> {
    const { action, url, headers, signal } = request;
    let opened: Awaited<ReturnType<typeof follow>> | undefined;
    const send = limitFiles(async () => {
      opened?.discard();
      opened = await follow(request);
      return { ...opened, text: '', body: undefined };
    });
    try {
      await send({
        ...{ action, url, headers, method: 'GET', route: '/{file}' },
        ...definedMembers({ signal }),
      });
    } catch (error) {
      opened?.discard();
      throw error;
    }
    invariant(opened !== undefined, 'what was sent was opened');
    return opened;
  }

  const context = { secrets, clock, timeouts, canWait };
  return {
    async open(request: DownloadRequest): Promise<DownloadAnswer> {
      const { url, ...answer } = await follow(request);
      const { validator, signal } = request;
      return await readDownloadAnswer(answer, { ...context, url, validator, signal });
    },
    /** Opens a file of any kind, within the limits of those that send files. */
    async openFile(request: FileRequest): Promise<DownloadAnswer> {
      requireNoLeak(request, secrets);
      const { url, ...answer } = await followWithinLimits(request);
      const { action, signal, headers } = request;
      const ofFile = { action, sentSecrets: Object.values(headers) };
      return await readDownloadAnswer(answer, { ...context, url, validator: undefined, signal, ofFile });
    },
    sendFile: createFileSender({ ...options, dispatcher, admit }),
    close: () => dispatcher.destroy(),
  };
}

/** With If-Range (RFC 9110, 13.1.5), storage sends the rest of the same object, or all of one that replaced it. */
function rangeHeaders({ rangeStart = 0, validator, action }: AnyRequest): Readonly<Record<string, string>> {
  return rangeStart === 0 || (validator === undefined && action === undefined)
    ? {}
    : { range: rangeFrom(rangeStart), ...(validator === undefined ? {} : { 'if-range': validator }) };
}
