import { backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';

/** How many attempts are free, and how long the longest pause is after more. */
interface Allowance {
  readonly freeCount: number;
  readonly maxPauseMs: number;
}

const OF_ADDRESS: Allowance = { freeCount: 5, maxPauseMs: 15 * 60_000 };

/** An attacker may have many addresses. The pauses are short, so that others cannot lock a person out for long. */
const OF_ALL: Allowance = { freeCount: 20, maxPauseMs: 30_000 };

/** The first pause; each further one is twice as long. */
const FIRST_PAUSE_MS = 1_000;

/** Failures are forgotten after this long without another one. */
const MEMORY_MS = 60 * 60_000;

/** Addresses that are remembered; beyond, the one that failed first is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Failures {
  readonly count: number;
  readonly atMs: number;
}

/** Slows down guessing of a password, by address and altogether. */
export class AttemptLimit {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #byAddress = new Map<string, Failures>();
  readonly #known = new Set<string>();
  #all: Failures | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** How long an address must wait before its next attempt is looked at; 0 if it need not. */
  waitMs(address: string): number {
    const key = keyOf(address);
    const own = this.#pauseMs(this.#byAddress.get(key), OF_ADDRESS);
    // Readers that have logged in send the password with each request: others must not interrupt them.
    return this.#known.has(key) ? own : Math.max(own, this.#pauseMs(this.#all, OF_ALL));
  }

  /** Notes how an attempt ended. */
  note(address: string, isRight: boolean): void {
    const key = keyOf(address);
    const before = this.#byAddress.get(key);
    this.#byAddress.delete(key);
    if (isRight) {
      remember(this.#known, key);
      return;
    }
    this.#byAddress.set(key, this.#oneMore(before));
    this.#all = this.#oneMore(this.#all);
    const [first] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && first !== undefined) {
      this.#byAddress.delete(first);
    }
  }

  #oneMore(before: Failures | undefined): Failures {
    const atMs = this.#clock.now();
    return { count: this.#isRecent(before) ? before.count + 1 : 1, atMs };
  }

  #pauseMs(failures: Failures | undefined, { freeCount, maxPauseMs }: Allowance): number {
    if (!this.#isRecent(failures) || failures.count < freeCount) {
      return 0;
    }
    const pauseMs = backoffMs(failures.count - freeCount + 1, { firstMs: FIRST_PAUSE_MS, maxMs: maxPauseMs });
    return Math.max(0, failures.atMs + pauseMs - this.#clock.now());
  }

  #isRecent(failures: Failures | undefined): failures is Failures {
    return failures !== undefined && this.#clock.now() - failures.atMs < MEMORY_MS;
  }
}

function remember(known: Set<string>, key: string): void {
  if (known.size < MAX_ADDRESSES) {
    known.add(key);
  }
}

/** A host has a whole network of IPv6 addresses (RFC 4291, 2.5.4): its first four groups. */
function keyOf(address: string): string {
  return address.includes('.') ? address : address.split(':').slice(0, 4).join(':');
}
