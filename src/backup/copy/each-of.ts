/** Items that are worked on at a time: most of the time passes waiting for a server. */
const AT_ONCE = 8;

/** Works on several items at a time; after a failure, no new one is begun. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const queued = { [Symbol.iterator]: () => queue };
  const endings = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
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
