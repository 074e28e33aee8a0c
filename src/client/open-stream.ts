import type { Dispatcher } from 'undici';
import { loadUndici } from './dispatcher.ts';
import { createInbox } from './inbox.ts';
import { toHeaderMap } from './transport.ts';

/** An answer whose body is still on its way. */
export interface StreamedAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the transfer; harmless after the body was read. */
  discard(): void;
}

interface StreamOptions {
  readonly dispatcher: Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** Sends a GET and gives its answer as soon as the headers are there. */
export async function openStream(
  url: URL,
  { dispatcher, headers, signal }: StreamOptions,
): Promise<StreamedAnswer> {
  return await new Promise((resolve, reject) => {
    const options = { dispatcher, method: 'GET', headers, signal: signal ?? null } as const;
    loadUndici()
      .stream(url, options, (answer) => {
        const inbox = createInbox();
        resolve({
          status: answer.statusCode,
          headers: toHeaderMap(answer.headers),
          body: inbox.read(),
          discard: () => inbox.writable.destroy(),
        });
        return inbox.writable;
        // After the headers this changes nothing: the reader of the body hears of the error.
      })
      .catch(reject);
  });
}
