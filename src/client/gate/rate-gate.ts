import { type Clock, isAlive, placeOfPids } from '../../base/index.ts';
import { SERVICE_LIMITS } from '../../model/index.ts';
import { DEFAULT_TIMEOUTS } from '../timeouts.ts';
import type { OnWait, Wait } from '../wait.ts';
import type { GateMemory } from './gate-memory.ts';
import type { GateState, Lease } from './gate-state.ts';
import { type Obstacle, planSend } from './plan-send.ts';
import { type GatedRequest, isWrite } from './request-costs.ts';
import { type LimitReport, settleSend } from './settle-send.ts';

/** A permission to send one request. The holder must call `leave`, whatever happens. */
export interface GatePass {
  /** Ends the request, and records the limits in its response. */
  leave(report?: LimitReport): Promise<void>;
}

interface GateOptions {
  /** May be shared with other gates of the same token. */
  readonly memory: GateMemory;
  readonly clock: Clock;
  readonly pid: number;
  /** Called before each wait for a limit, and for a request of another process that may never be answered. */
  readonly onWait: OnWait | undefined;
  /** Throws if such a wait is not wanted. */
  readonly checkWait: (request: GatedRequest, wait: Wait) => void;
}

type Turn = Extract<Obstacle, { readonly outcome: 'turn' }>;

/** How often to check whether a request of another process was answered. */
const POLL_MS = 100;

/** A request has ended by then, with a minute to spare: the process of an older lease was killed or suspended. */
export const MAX_LEASE_MS = DEFAULT_TIMEOUTS.wholeMs + 60_000;

/** Admits requests of one token as its limits allow. */
export class RateGate {
  readonly #options: GateOptions;
  /** Pending requests of this process, by lease. */
  readonly #pending = new Map<number, Promise<void>>();
  readonly #takeWriteTurn = createTurns();
  #reportedUntilMs = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Resolves when the request may be sent, and not before `notBefore` ends. */
  async enter(request: GatedRequest, signal: AbortSignal | undefined, notBefore?: Wait): Promise<GatePass> {
    // Writes of this process queue here, so that only one of them competes with other processes.
    const endTurn = isWrite(request) ? await this.#takeWriteTurn(signal) : () => undefined;
    try {
      return this.#passOf(await this.#takeLease(request, signal, notBefore), endTurn);
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  async #takeLease(
    request: GatedRequest,
    signal: AbortSignal | undefined,
    notBefore: Wait | undefined,
  ): Promise<Lease> {
    for (;;) {
      signal?.throwIfAborted();
      if (notBefore !== undefined && this.#options.clock.now() < notBefore.untilMs) {
        await this.#waitFor(request, { outcome: 'wait', cause: 'limit', ...notBefore }, signal);
        continue;
      }
      const decision = await this.#decide(request);
      if (!('outcome' in decision)) {
        return decision;
      }
      await this.#waitFor(request, decision, signal);
    }
  }

  async #decide(request: GatedRequest): Promise<Lease | Obstacle> {
    const { memory, clock, pid } = this.#options;
    return await memory.update<Lease | Obstacle>((known) => {
      const state = withoutDead(known, clock.now(), pid);
      const plan = planSend(state, request, clock.now());
      if (plan.outcome !== 'go') {
        return { state, result: plan };
      }
      const lease = { ...plan.lease, id: state.nextLease, pid, place: placeOfPids() };
      const leases = [...state.leases, lease];
      return { state: { ...state, nextLease: lease.id + 1, leases }, result: lease };
    });
  }

  async #waitFor(request: GatedRequest, obstacle: Obstacle, signal: AbortSignal | undefined): Promise<void> {
    const { clock, checkWait, onWait } = this.#options;
    if (obstacle.outcome === 'turn') {
      return await this.#waitForTurn(request, obstacle, signal);
    }
    const { cause, reason, untilMs } = obstacle;
    if (cause === 'limit') {
      checkWait(request, { reason, untilMs });
      if (untilMs !== this.#reportedUntilMs) {
        this.#reportedUntilMs = untilMs;
        onWait?.({ reason, untilMs });
      }
    }
    await clock.sleep(Math.max(0, untilMs - clock.now()), signal);
  }

  async #waitForTurn(request: GatedRequest, turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    const { clock, checkWait, onWait } = this.#options;
    const { leaseIds, reason, sentMs } = turn;
    const answers = leaseIds.map((id) => this.#pending.get(id)).filter((answer) => answer !== undefined);
    if (answers.length > 0) {
      return await unlessAborted(Promise.race(answers), signal);
    }
    if (clock.now() - sentMs > SERVICE_LIMITS.requestDeadlineMs) {
      // The service would have ended the request: its process was probably killed, and cannot be checked from here.
      const wait = { reason, untilMs: sentMs + MAX_LEASE_MS };
      checkWait(request, wait);
      if (wait.untilMs > this.#reportedUntilMs) {
        this.#reportedUntilMs = wait.untilMs;
        onWait?.(wait);
      }
    }
    await clock.sleep(POLL_MS, signal);
  }

  #passOf(lease: Lease, endTurn: () => void): GatePass {
    const { memory, clock } = this.#options;
    let answered: () => void = () => undefined;
    this.#pending.set(
      lease.id,
      new Promise<void>((resolve) => {
        answered = resolve;
      }),
    );
    return {
      leave: async (report = {}) => {
        try {
          await memory.update((state) => ({
            state: settleSend(state, lease, { nowMs: clock.now(), report }),
            result: undefined,
          }));
        } finally {
          this.#pending.delete(lease.id);
          answered();
          endTurn();
        }
      },
    };
  }
}

/** Settles the leases of dead processes: their costs count as spent. The clock may have been set back. */
function withoutDead(state: GateState, nowMs: number, pid: number): GateState {
  return state.leases
    .filter((lease) => isDead(lease, pid) || Math.abs(nowMs - lease.sentMs) > MAX_LEASE_MS)
    .reduce((settled, lease) => settleSend(settled, lease, { nowMs }), state);
}

/** A process of another container cannot be checked. */
function isDead({ pid, place }: Lease, ownPid: number): boolean {
  const canCheck = place === undefined || place === placeOfPids();
  return canCheck && pid !== ownPid && !isAlive(pid);
}

/** Waits for a turn; resolves to the function that ends it. */
type TakeTurn = (signal: AbortSignal | undefined) => Promise<() => void>;

/** A queue within this process: one turn at a time, in the order of the calls, skipping those that were aborted. */
function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return async (signal) => {
    const before = last;
    let end: () => void = () => undefined;
    last = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await unlessAborted(before, signal);
    } catch (error) {
      void before.then(end);
      throw error;
    }
    return end;
  };
}

/** Resolves with the work, or rejects with the reason of the signal, whichever comes first. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    return await work;
  }
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<void>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
