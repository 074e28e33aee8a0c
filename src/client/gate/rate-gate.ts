import type { Clock } from '../../base/clock.ts';
import { untilAborted } from '../../base/signals.ts';
import { SERVICE_LIMITS } from '../../model/limits.table.ts';
import type { ApiMethod, ApiRequest, OnWait, Wait } from '../send.ts';
import type { KnownLimits } from './known-limits.ts';
import { type TokenLimits, waitFor } from './token-limits.ts';

type GatedRequest = Pick<ApiRequest, 'action' | 'method' | 'route'>;

/** What an answer says about the limits. */
export interface LimitReport {
  /** The resource that the request counted against. */
  readonly resource?: string;
  readonly limits: TokenLimits;
}

/** A permission to send one request. The holder must call `leave`, whatever happens. */
interface GatePass {
  leave(report?: LimitReport): void;
}

interface GateOptions {
  readonly limits: KnownLimits;
  readonly clock: Clock;
  /** Called before each wait for a limit. */
  readonly onWait: OnWait | undefined;
  /** Throws if such a wait is not wanted. */
  readonly checkWait: (request: GatedRequest, wait: Wait) => void;
}

const READING: ReadonlySet<ApiMethod> = new Set(['GET', 'HEAD']);

/** Requesting the state of the limits does not count against the primary limit (specification 4.6). */
const FREE_ROUTES: ReadonlySet<string> = new Set(['/rate_limit']);

/**
 * Admits requests of one token: none before the time that the service named, no more than are left of its limits, at
 * most a hundred at a time, and writes one by one, with a pause in between. All else the service decides, and says.
 */
export class RateGate {
  readonly #options: GateOptions;
  /** The ends of the requests of this process, with their resources. */
  readonly #underWay = new Map<Promise<void>, string | null>();
  /** The resource that an endpoint (`GET /user`) counts against, learned from answers. */
  readonly #resources = new Map<string, string>();
  #lastWrite: Promise<void> = Promise.resolve();
  #lastWriteMs = Number.NEGATIVE_INFINITY;
  #reportedUntilMs = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Resolves when the request may be sent, and not before `notBefore` ends. */
  async enter(request: GatedRequest, signal: AbortSignal | undefined, notBefore?: Wait): Promise<GatePass> {
    const isWrite = !READING.has(request.method);
    const endTurn = isWrite ? await this.#takeWriteTurn(signal) : () => undefined;
    try {
      for (;;) {
        signal?.throwIfAborted();
        const obstacle = this.#obstacleTo(request, isWrite, notBefore);
        if (obstacle === undefined) {
          return this.#begin(request, isWrite, endTurn);
        }
        await obstacle(signal);
      }
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** What to wait for before a request is sent; undefined if it may be sent now. */
  #obstacleTo(
    request: GatedRequest,
    isWrite: boolean,
    notBefore: Wait | undefined,
  ): ((signal: AbortSignal | undefined) => Promise<void>) | undefined {
    const { clock } = this.#options;
    const nowMs = clock.now();
    const limits = this.#options.limits.read();
    const resource = this.#resourceOf(request);
    const wait = [notBefore, waitFor(limits, resource)].find(
      (one) => one !== undefined && one.untilMs > nowMs,
    );
    if (wait !== undefined) {
      return async (signal) => await this.#waitForLimit(request, wait, signal);
    }
    const sinceWriteMs = nowMs - this.#lastWriteMs;
    if (isWrite && sinceWriteMs >= 0 && sinceWriteMs < SERVICE_LIMITS.writeSpacingMs) {
      return async (signal) => await clock.sleep(SERVICE_LIMITS.writeSpacingMs - sinceWriteMs, signal);
    }
    const all = [...this.#underWay.keys()];
    const alike = all.filter((end) => resource !== null && this.#underWay.get(end) === resource);
    const left = limits.left[resource ?? '']?.requests ?? Number.POSITIVE_INFINITY;
    const inTheWay =
      all.length >= SERVICE_LIMITS.concurrentRequests ? all : alike.length >= left ? alike : [];
    return inTheWay.length === 0
      ? undefined
      : async (signal) => await untilAborted(Promise.race(inTheWay), signal);
  }

  #resourceOf({ method, route }: GatedRequest): string | null {
    return FREE_ROUTES.has(route) ? null : (this.#resources.get(`${method} ${route}`) ?? 'core');
  }

  async #waitForLimit(request: GatedRequest, wait: Wait, signal: AbortSignal | undefined): Promise<void> {
    const { clock, checkWait, onWait } = this.#options;
    checkWait(request, wait);
    if (wait.untilMs !== this.#reportedUntilMs) {
      this.#reportedUntilMs = wait.untilMs;
      onWait?.(wait);
    }
    await clock.sleep(Math.max(0, wait.untilMs - clock.now()), signal);
  }

  #begin(request: GatedRequest, isWrite: boolean, endTurn: () => void): GatePass {
    const { promise, resolve } = deferred();
    this.#underWay.set(promise, this.#resourceOf(request));
    return {
      leave: (report) => {
        this.#underWay.delete(promise);
        if (isWrite) {
          this.#lastWriteMs = this.#options.clock.now();
        }
        try {
          if (report?.resource !== undefined) {
            this.#resources.set(`${request.method} ${request.route}`, report.resource);
          }
          if (report !== undefined) {
            this.#options.limits.add(report.limits);
          }
        } finally {
          resolve();
          endTurn();
        }
      },
    };
  }

  /** One turn at a time, in the order of the calls, skipping those that were aborted; resolves to what ends the turn. */
  async #takeWriteTurn(signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#lastWrite;
    const { promise, resolve } = deferred();
    this.#lastWrite = promise;
    try {
      await untilAborted(before, signal);
    } catch (error) {
      void before.then(resolve);
      throw error;
    }
    return resolve;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve };
}
