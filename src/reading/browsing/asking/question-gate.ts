import { Failure } from '../../../base/index.ts';

/** Processes that answer questions at once, beside those of `asking-process.ts`: with them there are four. */
const MAX_AT_WORK = 2;

/** Questions that wait; more are refused. */
const MAX_WAITING = 8;

/** How long a question may wait for its turn. */
const MAX_WAIT_MS = 10_000;

interface GateLimits {
  readonly maxAtWork?: number;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

interface Question {
  /** How many processes it starts. */
  readonly processes: number;
  /** Ends the wait of somebody who has left. */
  readonly signal?: AbortSignal | undefined;
}

/** Lets questions through that start processes, a few at once and the others in their order. */
export interface QuestionGate {
  /** Fails with `busy` where too many wait, or for too long, and by the signal. */
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
  return new Failure('busy', 'Cannot answer now: too many questions are being answered');
}
