/** Waits for its turn and gives the function that ends it. */
export type TakeTurn = (signal: AbortSignal | undefined) => Promise<() => void>;

/** A queue within this process: one at a time, in the order of asking. Who gives up waiting is passed over. */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return async (signal) => {
    const before = last;
    let end: () => void = () => undefined;
    last = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await unlessAborted(before, signal);
    } catch (error) {
      void before.then(end);
      throw error;
    }
    return end;
  };
}

/** Waits for the work, or fails with the reason of the signal, whichever comes first. */
export async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    return await work;
  }
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<void>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
