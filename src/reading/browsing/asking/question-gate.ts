import { Failure } from '../../../base/index.ts';

/** The maximum number of concurrent query processes, in addition to the two of `asking-process.ts`. */
const MAX_AT_WORK = 2;

/** The length of the queue; further queries are rejected. */
const MAX_WAITING = 8;

/** The longest time that a query may wait in the queue. */
const MAX_WAIT_MS = 10_000;

interface GateLimits {
  readonly maxAtWork?: number;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

interface Question {
  /** The number of processes that it starts. */
  readonly processes: number;
  /** Aborts the wait, for clients that have disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** Limits how many queries that start processes run at once; the others wait in a queue. */
export interface QuestionGate {
  /** Fails with `busy` if the queue is full or the wait is too long, or with the reason of the signal. */
  pass<Answer>(question: Question, answer: () => Promise<Answer>): Promise<Answer>;
}

export function createQuestionGate(limits: GateLimits = {}): QuestionGate {
  const { maxAtWork = MAX_AT_WORK, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = limits;
  const waiting: { readonly processes: number; readonly enter: () => void }[] = [];
  let atWork = 0;

  function letIn(): void {
    for (let [next] = waiting; next !== undefined && atWork + next.processes <= maxAtWork; [next] = waiting) {
      waiting.shift();
      atWork += next.processes;
      next.enter();
    }
  }

  function wait({ processes, signal }: Question): Promise<void> {
    if (waiting.length >= maxWaiting && atWork + processes > maxAtWork) {
      throw busy();
    }
    return new Promise((resolve, reject) => {
      const timer = AbortSignal.timeout(maxWaitMs);
      const ends = AbortSignal.any(signal === undefined ? [timer] : [timer, signal]);
      const place = {
        processes,
        enter() {
          ends.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.aborted === true ? signal.reason : busy());
        letIn();
      };
      ends.addEventListener('abort', leave);
      waiting.push(place);
      letIn();
    });
  }

  return {
    async pass(question, answer) {
      question.signal?.throwIfAborted();
      await wait(question);
      try {
        return await answer();
      } finally {
        atWork -= question.processes;
        letIn();
      }
    },
  };
}

function busy(): Failure {
  return new Failure('busy', 'Cannot run the query now: too many others are running');
}
