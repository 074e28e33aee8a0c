import { type Clock, isAlive, placeOfPids } from '../../base/index.ts';
import type { OnWait, Wait } from '../wait.ts';
import type { GateMemory } from './gate-memory.ts';
import type { GateState, Lease } from './gate-state.ts';
import { type Obstacle, planSend } from './plan-send.ts';
import { type GatedRequest, isWrite } from './request-costs.ts';
import { type LimitNews, settleSend } from './settle-send.ts';

/** Lets requests of one token through when no limit stands against them. */
export interface RateGate {
  /**
   * Resolves when the request may be sent, and not before `notBefore` ends. Whoever has a pass must leave with it,
   * whatever happens.
   */
  enter(request: GatedRequest, signal: AbortSignal | undefined, notBefore?: Wait): Promise<GatePass>;
}

export interface GatePass {
  /** Ends the request, and tells what its answer said of limits. */
  leave(news?: LimitNews): Promise<void>;
}

interface GateOptions {
  readonly memory: GateMemory;
  readonly clock: Clock;
  readonly pid: number;
  /** Hears of waits for limits, before they begin. */
  readonly onWait: OnWait | undefined;
  /** Decides over a wait for a limit: it throws where that is not wanted. */
  readonly judgeWait: (request: GatedRequest, wait: Wait) => void;
}

/** How often to look whether a request of another process was answered. */
const LOOK_MS = 100;

/** No request takes longer: the lease of one that does belongs to a process of another machine that died. */
const MAX_LEASE_MS = 30 * 60_000;

/** Creates the gate of one token over a memory that other gates of the token may share. */
export function createRateGate({ memory, clock, pid, onWait, judgeWait }: GateOptions): RateGate {
  const own = new Map<number, Promise<void>>();
  const takeWriteTurn = createTurns();
  let toldUntilMs = 0;

  async function decide(request: GatedRequest): Promise<Lease | Obstacle> {
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

  async function passObstacle(
    request: GatedRequest,
    obstacle: Obstacle,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (obstacle.outcome === 'turn') {
      const answers = obstacle.leaseIds.map((id) => own.get(id)).filter((answer) => answer !== undefined);
      return await (answers.length === 0
        ? clock.sleep(LOOK_MS, signal)
        : unlessAborted(Promise.race(answers), signal));
    }
    const { cause, reason, untilMs } = obstacle;
    if (cause === 'limit') {
      judgeWait(request, { reason, untilMs });
      if (untilMs !== toldUntilMs) {
        toldUntilMs = untilMs;
        onWait?.({ reason, untilMs });
      }
    }
    await clock.sleep(Math.max(0, untilMs - clock.now()), signal);
  }

  async function takeLease(
    request: GatedRequest,
    signal: AbortSignal | undefined,
    notBefore: Wait | undefined,
  ): Promise<Lease> {
    for (;;) {
      signal?.throwIfAborted();
      if (notBefore !== undefined && clock.now() < notBefore.untilMs) {
        await passObstacle(request, { outcome: 'wait', cause: 'limit', ...notBefore }, signal);
        continue;
      }
      const decision = await decide(request);
      if (!('outcome' in decision)) {
        return decision;
      }
      await passObstacle(request, decision, signal);
    }
  }

  function passOf(lease: Lease, endTurn: () => void): GatePass {
    let answered: () => void = () => undefined;
    own.set(
      lease.id,
      new Promise<void>((resolve) => {
        answered = resolve;
      }),
    );
    return {
      async leave(news = {}) {
        try {
          await memory.update((state) => ({
            state: settleSend(state, lease, { nowMs: clock.now(), news }),
            result: undefined,
          }));
        } finally {
          own.delete(lease.id);
          answered();
          endTurn();
        }
      },
    };
  }

  return {
    async enter(request, signal, notBefore) {
      // Writes of this process queue here, so that no more than one of them contends with other processes.
      const endTurn = isWrite(request) ? await takeWriteTurn(signal) : () => undefined;
      try {
        return passOf(await takeLease(request, signal, notBefore), endTurn);
      } catch (error) {
        endTurn();
        throw error;
      }
    },
  };
}

/** What dead processes sent counts as spent, and is waited for no longer. */
function withoutDead(state: GateState, nowMs: number, pid: number): GateState {
  return state.leases
    .filter((lease) => isDead(lease, pid) || nowMs - lease.sentMs > MAX_LEASE_MS)
    .reduce((settled, lease) => settleSend(settled, lease, { nowMs }), state);
}

/** A process of another container cannot be asked. */
function isDead({ pid, place }: Lease, ownPid: number): boolean {
  const canAsk = place === undefined || place === placeOfPids();
  return canAsk && pid !== ownPid && !isAlive(pid);
}

/** Waits for its turn and gives the function that ends it. */
export type TakeTurn = (signal: AbortSignal | undefined) => Promise<() => void>;

/** A queue within this process: one at a time, in the order of asking. Who gives up waiting is passed over. */
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

/** Waits for the work, or fails with the reason of the signal, whichever comes first. */
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
