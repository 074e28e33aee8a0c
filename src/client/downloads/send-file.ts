import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { definedMembers } from '../../base/json.ts';
import { Failure } from '../../model/failure.ts';
import { connectionFailure } from '../connection-failure.ts';
import type { Timeouts } from '../network/dispatcher.ts';
import type { Network } from '../network.ts';
import type { KnownSecrets } from '../requests/known-secrets.ts';
import type { Decorator } from '../send.ts';
import { openStream, type StreamedAnswer } from './open-stream.ts';

/** An address that a server named, with what it wants to be sent there. */
export interface NamedAddress {
  /** A verb phrase that can follow "Cannot". */
  readonly action: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The server that named it: only its own origin may get a secret of the client back. */
  readonly namedBy: URL;
}

/** A file to send to such an address. */
export interface SentFile extends NamedAddress {
  readonly open: () => Readable;
  readonly sizeBytes: number;
  readonly signal?: AbortSignal;
}

export interface SenderOptions {
  readonly dispatcher: Dispatcher;
  /** Checks an address before anything is sent there. */
  readonly admit: (url: URL) => Promise<void>;
  readonly userAgent: string;
  readonly network: Network;
  readonly timeouts: Timeouts;
  readonly secrets: KnownSecrets;
  /** Waits for limits of those that take files. */
  readonly limitFiles: Decorator;
}

/** Creates a function that sends a file with PUT, follows no redirect, and returns the status of the answer. */
export function createFileSender(options: SenderOptions): (file: SentFile) => Promise<number> {
  const { admit, secrets, limitFiles } = options;
  return async (file) => {
    const { action, url, headers, signal } = file;
    requireNoLeak(file, secrets);
    const send = limitFiles(async () => {
      await admit(url);
      const answer = await put(file, options);
      answer.discard();
      return { ...answer, url, text: '', body: undefined };
    });
    // The limits of writing are those of the API.
    const request = { action, url, headers, method: 'GET', route: '/{file}' } as const;
    return (await send({ ...request, ...definedMembers({ signal }) })).status;
  };
}

async function put(
  { action, url, headers, open, sizeBytes, signal }: SentFile,
  { dispatcher, userAgent, network, timeouts }: SenderOptions,
): Promise<StreamedAnswer> {
  const content = open();
  try {
    const own = {
      ...{ 'content-type': 'application/octet-stream', ...headers },
      ...{ 'user-agent': userAgent, 'content-length': String(sizeBytes) },
    };
    return await openStream(url, { dispatcher, headers: own, signal, content });
  } catch (error) {
    signal?.throwIfAborted();
    throw connectionFailure(error, { action, place: url.origin, proxies: network.proxies, timeouts });
  } finally {
    content.destroy();
  }
}

/** A server must not make the client send its token elsewhere. */
export function requireNoLeak({ action, url, headers, namedBy }: NamedAddress, secrets: KnownSecrets): void {
  if (url.origin !== namedBy.origin && Object.values(headers).some((value) => secrets.hasOwn(value))) {
    const found = `the service wants the token of this account sent to "${url.origin}"`;
    throw new Failure('location-refused', `Cannot ${action}: ${found}`);
  }
}
