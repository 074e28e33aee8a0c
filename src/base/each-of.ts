import { nextTurn } from './clock.ts';

/** Works on `atOnce` items at a time. After a failure no new one is begun, and it is thrown when all others have ended. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const queued = { [Symbol.iterator]: () => queue };
  const endings = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      try {
        for (const item of queued) {
          await work(item);
        }
      } catch (error) {
        while (queue.next().done !== true) {
          // The others end after what they are doing.
        }
        throw error;
      }
    }),
  );
  const failed = endings.find((ending) => ending.status === 'rejected');
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/** Filters a long list without holding up other requests. */
export async function filterSlowly<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
): Promise<readonly Item[]> {
  const wanted: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) {
      await nextTurn();
    }
    if (isWanted(item)) {
      wanted.push(item);
    }
  }
  return wanted;
}

const ITEMS_AT_ONCE = 100;
