import type { Dispatcher } from 'undici';
import { loadUndici } from './dispatcher.ts';
import { Inbox } from './inbox.ts';
import { toHeaderMap } from './transport.ts';

/** A response whose body is still being received. */
export interface StreamedAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts the transfer; has no effect after the body was read. */
  discard(): void;
}

interface StreamOptions {
  readonly dispatcher: Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** Sends a GET request; resolves when the headers have arrived. */
export async function openStream(
  url: URL,
  { dispatcher, headers, signal }: StreamOptions,
): Promise<StreamedAnswer> {
  return await new Promise((resolve, reject) => {
    const options = { dispatcher, method: 'GET', headers, signal: signal ?? null } as const;
    loadUndici()
      .stream(url, options, (answer) => {
        const inbox = new Inbox();
        resolve({
          status: answer.statusCode,
          headers: toHeaderMap(answer.headers),
          body: inbox.read(),
          discard: () => inbox.writable.destroy(),
        });
        return inbox.writable;
        // Has no effect after the headers: then the reader of the body gets the error.
      })
      .catch(reject);
  });
}
