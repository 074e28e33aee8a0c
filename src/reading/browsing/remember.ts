import { RecentValues } from '../../base/index.ts';

export type Memory = ReturnType<typeof createMemory>;

/** Creates a cache of results that only change with the store. Results of failed calls are not cached. */
export function createMemory(maxResults: number) {
  const results = new RecentValues<{ readonly value: unknown }>({ maxWeight: maxResults });
  return {
    get<Value>(name: string, make: () => Value): Value {
      const known = results.get(name);
      if (known !== undefined) {
        return known.value as Value; // A name is only used by one caller.
      }
      const value = make();
      results.set(name, { value });
      if (value instanceof Promise) {
        value.catch(() => results.delete(name));
      }
      return value;
    },
  };
}
