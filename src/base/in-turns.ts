import { nextTurn } from './clock.ts';

const GROUP_SIZE = 500;

/**
 * The items in groups, for synchronous work on many: between two groups, everything else in the process has its turn. Throws the reason
 * of the signal.
 */
export async function* inTurns<Item>(
  items: Iterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Item[], void> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length === GROUP_SIZE) {
      yield group;
      group = [];
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
  yield group;
}
