import { Writable } from 'node:stream';

/** How much waits in memory for a slow consumer before the sender is made to wait. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Where bytes are put as they arrive, and taken out at the consumer's pace. */
export interface Inbox {
  /** The end that the sender fills; it is ended, or destroyed with the error that broke the transfer. */
  readonly writable: Writable;
  /**
   * Every chunk that arrived, and only then the error. A readable stream drops what it holds when it is broken:
   * bytes that would have to be fetched twice.
   */
  read(): AsyncGenerator<Uint8Array, void, undefined>;
}

export function createInbox(): Inbox {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let acceptMore: (() => void) | undefined;
  let wake: () => void = () => undefined;

  const writable = new Writable({
    highWaterMark: MAX_WAITING_BYTES,
    write(chunk: Uint8Array, _encoding, callback) {
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes < MAX_WAITING_BYTES) {
        callback();
      } else {
        acceptMore = callback;
      }
      wake();
    },
  });
  for (const event of ['error', 'finish', 'close']) {
    writable.on(event, () => wake());
  }

  function take(): Uint8Array | undefined {
    const chunk = waiting.shift();
    waitingBytes -= chunk?.byteLength ?? 0;
    if (acceptMore !== undefined && waitingBytes < MAX_WAITING_BYTES) {
      const accept = acceptMore;
      acceptMore = undefined;
      accept();
    }
    return chunk;
  }

  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = take();
        if (chunk !== undefined) {
          yield chunk;
        } else if (writable.errored !== null) {
          throw writable.errored;
        } else if (writable.writableFinished || writable.destroyed) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      writable.destroy();
    }
  }
  return { writable, read };
}
