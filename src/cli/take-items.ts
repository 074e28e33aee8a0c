/** The first items of a list, or all of them; the list is asked for no page that is not needed. */
export async function takeItems<Item>(
  items: AsyncIterable<Item>,
  limit: number | undefined,
): Promise<readonly Item[]> {
  const taken: Item[] = [];
  if (limit === 0) {
    return taken;
  }
  for await (const item of items) {
    taken.push(item);
    if (taken.length === limit) {
      break;
    }
  }
  return taken;
}
