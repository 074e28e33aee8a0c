/** What has to be done when something that was opened ends. */
export interface CleanUp {
  add(step: () => Promise<void>): void;
  /** Runs the steps once, the last one first. */
  run(): Promise<void>;
}

/** Creates an empty list of steps. */
export function createCleanUp(): CleanUp {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    for (const step of steps.toReversed()) {
      await step();
    }
  };
  return {
    add: (step) => void steps.push(step),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
