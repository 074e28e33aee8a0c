import { setImmediate as settle } from 'node:timers/promises';
import type { Clock } from '../src/base/clock.ts';

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** The time of a simulation: it jumps from the end of one sleep to that of the next, so that waiting takes no time. */
export class SimulatedTime {
  #nowMs: number;
  /** Those that end first are last. */
  #sleepers: Sleeper[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** A clock of one process. Its sleeps never end after `killed` is aborted, as if the process had ended. */
  clock(killed: AbortSignal): Clock {
    return {
      now: () => this.#nowMs,
      sleep: async (durationMs, signal) => {
        signal?.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          const abort = () => {
            if (!killed.aborted) {
              this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
              reject(signal?.reason);
            }
          };
          const wake = () => {
            signal?.removeEventListener('abort', abort);
            if (!killed.aborted) {
              resolve();
            }
          };
          const sleeper = this.#add(durationMs, wake);
          signal?.addEventListener('abort', abort, { once: true });
        });
      },
    };
  }

  /** Lets time pass until `isOver`. Fails if that never happens. */
  async passUntil(isOver: () => boolean): Promise<void> {
    await settle(); // Everything that needs no time happens before the timers of the next turn.
    while (!isOver()) {
      const next = this.#sleepers.pop();
      if (next === undefined) {
        throw new Error('The simulation is stuck: no process waits for anything');
      }
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.wake();
      await settle();
    }
  }

  #add(durationMs: number, wake: () => void): Sleeper {
    const sleeper = { dueMs: this.#nowMs + durationMs, wake };
    const place = this.#sleepers.findLastIndex(({ dueMs }) => dueMs > sleeper.dueMs);
    this.#sleepers.splice(place + 1, 0, sleeper);
    return sleeper;
  }
}
