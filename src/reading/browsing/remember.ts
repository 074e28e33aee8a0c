import { RecentValues } from '../../base/recent-values.ts';

export type Memory = ReturnType<typeof createMemory>;

/** Creates a cache of results that only change with the store. Results of failed calls are not cached. */
export function createMemory(maxResults: number) {
  const results = new RecentValues<{ readonly value: unknown }>({ maxWeight: maxResults });

  function get<Value>(name: string, make: () => Value): Value {
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
  }

  return {
    get,
    /** The same for slow work, which is aborted when all who wait for it have left. */
    share<Value>(
      name: string,
      make: (signal: AbortSignal) => Promise<Value>,
      signal: AbortSignal | undefined,
    ): Promise<Value> {
      return signal?.aborted === true
        ? Promise.reject(signal.reason)
        : get(name, () => startWork(make, () => results.delete(name))).join(signal);
    },
  };
}

interface SharedWork<Value> {
  /** Waits for the result until `signal` is aborted; without a signal, for as long as it takes. */
  join(signal: AbortSignal | undefined): Promise<Value>;
}

function startWork<Value>(
  make: (signal: AbortSignal) => Promise<Value>,
  forget: () => void,
): SharedWork<Value> {
  const stop = new AbortController();
  let waiting = 0;
  const result = make(stop.signal);
  result.catch(() => {
    if (!stop.signal.aborted) {
      forget(); // Aborted work was forgotten when it was stopped; its name may have new work.
    }
  });
  return {
    async join(signal) {
      const leave = () => {
        waiting -= 1;
        if (waiting === 0) {
          forget();
          stop.abort(signal?.reason);
        }
      };
      waiting += 1;
      signal?.addEventListener('abort', leave);
      try {
        return await result;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
  };
}

/** Creates a cache of what one caller makes of each of some objects, for as long as those are kept. */
export function createCompletions<Source extends object>() {
  const completed = new WeakMap<Source, Promise<unknown>>();
  return <Value>(source: Source, make: () => Promise<Value>): Promise<Value> => {
    const known = completed.get(source);
    if (known !== undefined) {
      return known as Promise<Value>; // There is one caller.
    }
    const made = make();
    completed.set(source, made);
    made.catch(() => completed.delete(source));
    return made;
  };
}
