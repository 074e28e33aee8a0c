import { type Readable, Writable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { untilAborted } from '../../base/signals.ts';
import { loadUndici } from '../network/dispatcher.ts';
import { toHeaderMap } from '../network/transport.ts';

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
  /** Sent with PUT; without it, the method is GET. */
  readonly content?: Readable | undefined;
}

/** Sends a request; resolves when the headers have arrived. */
export async function openStream(
  url: URL,
  { dispatcher, headers, signal, content }: StreamOptions,
): Promise<StreamedAnswer> {
  const headed = new Promise<StreamedAnswer>((resolve, reject) => {
    const sent =
      content === undefined ? ({ method: 'GET' } as const) : ({ method: 'PUT', body: content } as const);
    const options = { dispatcher, ...sent, headers, signal: signal ?? null } as const;
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
  return await untilAborted(headed, signal);
}

/** The sender has to wait while this much is buffered for a slow consumer. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * A buffer between a sender and a consumer. Unlike a readable stream, it delivers everything that has arrived before it
 * reports an error: bytes that would have to be fetched twice.
 */
export class Inbox {
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #acceptMore: (() => void) | undefined;
  #wake: () => void = () => undefined;

  /** For the sender, who ends it, or destroys it with the error that broke the transfer. */
  readonly writable = new Writable({
    highWaterMark: MAX_WAITING_BYTES,
    write: (chunk: Uint8Array, _encoding, callback) => {
      this.#waiting.push(chunk);
      this.#waitingBytes += chunk.byteLength;
      if (this.#waitingBytes < MAX_WAITING_BYTES) {
        callback();
      } else {
        this.#acceptMore = callback;
      }
      this.#wake();
    },
  });

  constructor() {
    for (const event of ['error', 'finish', 'close']) {
      this.writable.on(event, () => this.#wake());
    }
  }

  /** For the consumer: every chunk, and then the error, if any. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    const { writable } = this;
    try {
      for (;;) {
        const chunk = this.#take();
        if (chunk !== undefined) {
          yield chunk;
        } else if (writable.errored !== null) {
          throw writable.errored;
        } else if (writable.writableFinished || writable.destroyed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      writable.destroy();
    }
  }

  #take(): Uint8Array | undefined {
    const chunk = this.#waiting.shift();
    this.#waitingBytes -= chunk?.byteLength ?? 0;
    if (this.#acceptMore !== undefined && this.#waitingBytes < MAX_WAITING_BYTES) {
      const accept = this.#acceptMore;
      this.#acceptMore = undefined;
      accept();
    }
    return chunk;
  }
}
