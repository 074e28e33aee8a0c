/** Reads a list to its end. */
export async function allItems<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}
