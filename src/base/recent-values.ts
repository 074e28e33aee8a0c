/** Values that were wanted last, by key, as long as their weights together stay below a limit. */
export interface RecentValues<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value; one that is heavier than everything together may be is not kept. */
  set(key: string, value: Value, weight?: number): void;
  delete(key: string): void;
  values(): readonly Value[];
}

interface RecentValuesOptions<Value> {
  /** In whatever `set` weighs by: entries where it is given no weight. */
  readonly maxWeight: number;
  /** Told of each value that is forgotten to make room. */
  readonly onForget?: (value: Value) => void;
}

/** Creates a memory that forgets first what was not wanted for the longest time. */
export function createRecentValues<Value>(options: RecentValuesOptions<Value>): RecentValues<Value> {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let totalWeight = 0;

  function remove(key: string): void {
    totalWeight -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found); // A map keeps the order of insertion: the last is the most recent.
      }
      return found?.value;
    },
    set(key, value, weight = 1) {
      remove(key);
      if (weight > options.maxWeight) {
        return;
      }
      kept.set(key, { value, weight });
      totalWeight += weight;
      for (const [oldest, { value: forgotten }] of kept) {
        if (totalWeight <= options.maxWeight) {
          break;
        }
        remove(oldest);
        options.onForget?.(forgotten);
      }
    },
    delete: remove,
    values: () => [...kept.values()].map(({ value }) => value),
  };
}
