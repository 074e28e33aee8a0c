/** Items by key, in the order of their arrival; calls `onChange` with all of them after every change. */
export class Register<Item> {
  readonly #items: Map<string, Item>;
  readonly #keyOf: (item: Item) => string;
  readonly #onChange: (items: readonly Item[]) => void;

  constructor(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    onChange: (items: readonly Item[]) => void,
  ) {
    this.#items = new Map(items.map((item) => [keyOf(item), item]));
    this.#keyOf = keyOf;
    this.#onChange = onChange;
  }

  list(): readonly Item[] {
    return [...this.#items.values()];
  }

  find(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Adds an item, or replaces the one with its key. */
  put(item: Item): void {
    this.#items.set(this.#keyOf(item), item);
    this.#onChange(this.list());
  }

  remove(key: string): void {
    this.#items.delete(key);
    this.#onChange(this.list());
  }
}
