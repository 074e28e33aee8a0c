import { createAskingProcess } from './asking-process.ts';
import type { QuestionName, Questions } from './questions.table.ts';

/** Asks processes beside the reader, so that no question keeps it from answering others. */
export interface Asking {
  /** Fails as the question does, and with `query-stopped` where it takes too long. */
  ask<Name extends QuestionName>(
    name: Name,
    wish: Questions[Name]['wish'],
  ): Promise<Questions[Name]['answer']>;
  close(): void;
}

/** A question that takes long leaves the other process for those that do not. */
const MAX_PROCESSES = 2;

/** Prepares asking; processes start when they are needed. */
export function createAsking(path: string): Asking {
  const processes = Array.from({ length: MAX_PROCESSES }, () => createAskingProcess(path));
  return {
    ask(name, wish) {
      const [first, ...others] = processes;
      const idle = others.reduce(
        (best, process) => (best !== undefined && best.waiting <= process.waiting ? best : process),
        first,
      );
      return (idle ?? createAskingProcess(path)).ask(name, wish);
    },
    close() {
      for (const process of processes) {
        process.end();
      }
    },
  };
}
