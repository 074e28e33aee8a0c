import { nextTurn } from '../../base/clock.ts';

/**
 * Items that are read while a loop runs, and again by each loop. With `for await`, the other work of the process, such as
 * timers, signals and servers, has its turn between two items; a `for` loop is faster.
 */
export type Listing<Item> = Iterable<Item> & AsyncIterable<Item>;

/** How the items of a list are read. */
interface Listed<Item, Shown> {
  /** Called at once, so that what is asked for is checked, and again by each loop. */
  readonly read: () => Iterable<Item>;
  readonly show: (item: Item) => Shown;
  readonly signal?: AbortSignal | undefined;
}

export function listed<Item, Shown>({ read, show, signal }: Listed<Item, Shown>): Listing<Shown> {
  read();
  function* items(): Generator<Shown, void> {
    signal?.throwIfAborted();
    for (const item of read()) {
      yield show(item);
      signal?.throwIfAborted();
    }
  }
  return {
    [Symbol.iterator]: items,
    async *[Symbol.asyncIterator]() {
      for (const item of items()) {
        yield item;
        await nextTurn();
      }
    },
  };
}
