/** A signal that is aborted with either of the two. */
export function joinSignals(
  own: AbortSignal | undefined,
  outer: AbortSignal | undefined,
): AbortSignal | undefined {
  return own !== undefined && outer !== undefined && own !== outer
    ? AbortSignal.any([own, outer])
    : (own ?? outer);
}

/** The result of shared work. If the signal is aborted earlier, the work continues for others. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  return await new Promise<Result>((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
    if (signal?.aborted === true) {
      stop();
    }
  });
}

/** The items of a list until the signal is aborted: then its reason is thrown, even if more items are there already. */
export async function* itemsUntilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  signal?.throwIfAborted();
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
    signal?.throwIfAborted();
  }
}
