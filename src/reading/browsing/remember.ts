/** Keeps answers that only change with the store, under names. */
export interface Memory {
  get<Value>(name: string, make: () => Value): Value;
}

/** Creates a memory of some answers: those asked for longest ago are forgotten first. What failed later is asked again. */
export function createMemory(maxAnswers: number): Memory {
  const answers = new Map<string, unknown>();
  return {
    get<Value>(name: string, make: () => Value): Value {
      if (answers.has(name)) {
        const known = answers.get(name) as Value; // Kept under a name that one maker uses.
        answers.delete(name);
        answers.set(name, known); // A map remembers in which order it was written.
        return known;
      }
      const value = make();
      if (answers.size >= maxAnswers) {
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
