interface RecentValuesOptions<Value> {
  /** In the unit of the weights that are passed to `set`; entries if none are. */
  readonly maxWeight: number;
  /** Called with each value that is evicted. */
  readonly onForget?: (value: Value) => void;
}

/** A cache with a maximum total weight that evicts the least recently used values first. */
export class RecentValues<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #options: RecentValuesOptions<Value>;
  #totalWeight = 0;

  constructor(options: RecentValuesOptions<Value>) {
    this.#options = options;
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key);
    if (found !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, found); // A map keeps the order of insertion: the last is the most recent.
    }
    return found?.value;
  }

  /** Adds or replaces a value, unless it alone exceeds the maximum weight. */
  set(key: string, value: Value, weight = 1): void {
    this.delete(key);
    if (weight > this.#options.maxWeight) {
      return;
    }
    this.#kept.set(key, { value, weight });
    this.#totalWeight += weight;
    for (const [oldest, { value: evicted }] of this.#kept) {
      if (this.#totalWeight <= this.#options.maxWeight) {
        break;
      }
      this.delete(oldest);
      this.#options.onForget?.(evicted);
    }
  }

  /** The kept value of a key, or the one that `make` returns, which is kept from now on. */
  getOrMake(key: string, make: () => Value, weigh?: (value: Value) => number): Value {
    const found = this.get(key);
    if (found !== undefined) {
      return found;
    }
    const value = make();
    this.set(key, value, weigh?.(value));
    return value;
  }

  delete(key: string): void {
    this.#totalWeight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }

  values(): readonly Value[] {
    return [...this.#kept.values()].map(({ value }) => value);
  }
}
