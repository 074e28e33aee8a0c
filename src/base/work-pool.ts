import { type EventEmitter, once } from 'node:events';
import { afterTime, createSystemClock, withDeadline } from './clock.ts';
import { type CarriedError, restoreError, SystemFailure } from './failure.ts';

/** A process or a thread that does jobs, one at a time. */
export interface Helper {
  /** Emits `message` with a `HelperMessage`, and `error` when it has ended by itself. */
  readonly events: EventEmitter;
  send(job: unknown): void;
  /** Sets whether it keeps the program alive. */
  hold(isHeld: boolean): void;
  /** Ends it, also inside of a job. Resolves when it is gone. */
  stop(): Promise<unknown>;
}

/** What a helper says: that it is ready for its first job, then what became of each. */
export type HelperMessage = 'ready' | Outcome;

type Outcome = { readonly answer: unknown } | { readonly error: CarriedError };

interface WorkPoolOptions {
  readonly start: () => Helper;
  readonly maxHelpers: number;
  /** A further helper starts only when all others have been at work for this long (default: 0). */
  readonly longMs?: number;
  /** The number of jobs that may wait (default: any). */
  readonly maxWaiting?: number | undefined;
  /** How long each of them may wait (default: without limit). */
  readonly maxWaitMs?: number | undefined;
}

interface JobOptions {
  /** The time limit of the work; neither the wait nor the start of a helper counts. */
  readonly maxMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when a helper begins. */
  readonly onBegin?: (() => void) | undefined;
}

/** A job that waits for a helper; undefined is for one that will never come. */
interface Place {
  readonly enter: (helper: Helper | undefined) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Work that is done elsewhere, by helpers that start on demand, and again after one was stopped. */
export class WorkPool {
  readonly #options: WorkPoolOptions;
  readonly #helpers = new Map<Helper, 'starting' | 'idle' | 'at work' | 'long at work'>();
  readonly #clock = createSystemClock();
  #waiting: readonly Place[] = [];
  #isClosed = false;

  constructor(options: WorkPoolOptions) {
    this.#options = options;
  }

  /**
   * Does a job. Resolves with undefined after its time limit, or if the pool is closed. Fails with the error of the job
   * or of its helper, with `busy` if too many jobs wait or it waits too long, or with the reason of the signal.
   */
  async run<Answer>(job: unknown, { maxMs, signal, onBegin }: JobOptions): Promise<Answer | undefined> {
    const { maxWaitMs, longMs = 0 } = this.#options;
    signal?.throwIfAborted();
    const wait = { clock: this.#clock, afterMs: maxWaitMs, signal, failure: busy };
    const helper = await withDeadline(wait, (end) => this.#take(end));
    if (helper === undefined) {
      return undefined;
    }
    const stopTimer = afterTime(longMs, () => {
      this.#helpers.set(helper, 'long at work');
      this.#startIfNeeded();
    });
    const late = new Error('the job takes too long');
    const limit = { clock: this.#clock, afterMs: maxMs, signal, failure: () => late };
    let outcome: Outcome;
    try {
      onBegin?.();
      outcome = await withDeadline(limit, (end) => ask(helper, job, end));
    } catch (error) {
      this.#helpers.delete(helper);
      void helper.stop(); // It may still be at work, and nothing else can interrupt it.
      this.#startIfNeeded();
      if (error === late || this.#isClosed) {
        return undefined;
      }
      throw error;
    } finally {
      stopTimer();
    }
    this.#offer(helper);
    if ('error' in outcome) {
      throw restoreError(outcome.error);
    }
    return outcome.answer as Answer; // The caller knows what its helpers answer to this job.
  }

  /** Ends all helpers. Resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { enter } of this.#waiting) {
      enter(undefined);
    }
    this.#waiting = [];
    const helpers = [...this.#helpers.keys()];
    for (const { events } of helpers) {
      events.emit('error', new Error('The pool is closed')); // Ends the wait for their answers.
    }
    await Promise.all(
      helpers.map(async (helper) => {
        helper.hold(true); // Or the program ends while it waits for an idle one.
        await helper.stop();
      }),
    );
  }

  /** An idle helper, or the next one that is. */
  async #take(end: AbortSignal | undefined): Promise<Helper | undefined> {
    const { maxHelpers, maxWaiting = Number.POSITIVE_INFINITY } = this.#options;
    const [idle] = this.#helpersThat('idle');
    if (idle !== undefined) {
      this.#helpers.set(idle, 'at work');
      idle.hold(true);
    }
    if (idle !== undefined || this.#isClosed) {
      return idle;
    }
    const atWork = this.#helpersThat('at work', 'long at work').length;
    if (this.#waiting.length + atWork >= maxHelpers + maxWaiting) {
      throw busy();
    }
    let leave = () => {};
    try {
      return await new Promise((enter, refuse) => {
        const place: Place = { enter, refuse };
        this.#waiting = [...this.#waiting, place];
        leave = () => {
          this.#waiting = this.#waiting.filter((other) => other !== place);
          refuse(end?.reason);
        };
        end?.addEventListener('abort', leave);
        this.#startIfNeeded();
      });
    } finally {
      end?.removeEventListener('abort', leave);
    }
  }

  /** Gives a helper that is free to the one who has waited longest. */
  #offer(helper: Helper): void {
    if (!this.#helpers.has(helper)) {
      return; // It has ended meanwhile.
    }
    const [next, ...others] = this.#waiting;
    this.#waiting = others;
    this.#helpers.set(helper, next === undefined ? 'idle' : 'at work');
    helper.hold(next !== undefined);
    next?.enter(helper);
  }

  #startIfNeeded(): void {
    const { maxHelpers, longMs = 0 } = this.#options;
    const isShort = longMs > 0 && this.#helpersThat('long at work').length < this.#helpers.size;
    const missing = this.#waiting.length - this.#helpersThat('starting').length;
    if (missing > 0 && !isShort && this.#helpers.size < maxHelpers && !this.#isClosed) {
      this.#start();
      this.#startIfNeeded();
    }
  }

  #start(): void {
    const helper = this.#options.start();
    this.#helpers.set(helper, 'starting');
    helper.events.on('error', () => this.#helpers.delete(helper));
    once(helper.events, 'message').then(
      () => this.#offer(helper),
      (error: unknown) => {
        for (const { refuse } of this.#waiting) {
          refuse(error); // Another helper could not start either.
        }
        this.#waiting = [];
      },
    );
  }

  #helpersThat(...are: readonly string[]): readonly Helper[] {
    return [...this.#helpers].flatMap(([helper, state]) => (are.includes(state) ? [helper] : []));
  }
}

async function ask(helper: Helper, job: unknown, end: AbortSignal | undefined): Promise<Outcome> {
  try {
    helper.send(job);
    const [outcome] = await once(helper.events, 'message', end === undefined ? {} : { signal: end });
    return outcome;
  } catch (error) {
    end?.throwIfAborted();
    throw error;
  }
}

function busy(): SystemFailure {
  return new SystemFailure('busy', 'Cannot run the query now: too many others are running');
}
