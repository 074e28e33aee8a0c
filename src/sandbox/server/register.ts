import type { StateFile } from '../state/state-file.ts';

/** Items by key, in the order of their arrival, in a document of the state file. */
export class Register<Item> {
  readonly #items: Map<string, Item>;
  readonly #keyOf: (item: Item) => string;
  readonly #keep: () => void;

  /** `first` provides the items of a new sandbox. */
  constructor(
    document: string,
    stateFile: StateFile,
    { keyOf, first }: { readonly keyOf: (item: Item) => string; readonly first: () => readonly Item[] },
  ) {
    const items = stateFile.read<readonly Item[]>(document) ?? first();
    this.#items = new Map(items.map((item) => [keyOf(item), item]));
    this.#keyOf = keyOf;
    this.#keep = () => stateFile.write(document, this.list());
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
    this.#keep();
  }

  remove(key: string): void {
    this.#items.delete(key);
    this.#keep();
  }
}
