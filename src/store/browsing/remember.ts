/** Keeps answers that only change with the store, under names. */
export interface Memory {
  get<Value>(name: string, make: () => Value): Value;
}

const MAX_REMEMBERED = 500;

/** Creates a memory of at most 500 answers: the oldest are forgotten first. What failed later is asked again. */
export function createMemory(): Memory {
  const answers = new Map<string, unknown>();
  return {
    get<Value>(name: string, make: () => Value): Value {
      if (answers.has(name)) {
        return answers.get(name) as Value; // Kept under a name that one maker uses.
      }
      const value = make();
      if (answers.size >= MAX_REMEMBERED) {
        answers.delete(String(answers.keys().next().value));
      }
      answers.set(name, value);
      if (value instanceof Promise) {
        value.catch(() => answers.delete(name));
      }
      return value;
    },
  };
}
