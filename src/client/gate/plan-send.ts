import { SERVICE_LIMITS } from '../../model/index.ts';
import { type GateState, type Lease, MAX_WINDOW_MS } from './gate-state.ts';
import {
  costsOf,
  endpointOf,
  type GatedRequest,
  isWrite,
  limitOfKey,
  resourceOf,
  timeOfAnswer,
} from './request-costs.ts';
import { currentSpendings, roomAtMs, sumOfSpendings } from './spendings.ts';

/** Whether a request may be sent now. */
export type SendPlan =
  | { readonly outcome: 'go'; readonly lease: Omit<Lease, 'id' | 'pid' | 'place'> }
  | Obstacle;

/** Why a request must wait. */
export type Obstacle =
  /** Until a given time, because of a limit or of the spacing between writes. */
  | {
      readonly outcome: 'wait';
      readonly cause: 'limit' | 'spacing';
      readonly reason: string;
      readonly untilMs: number;
    }
  /** Until one of these pending requests is answered, of which the last was sent at `sentMs`. */
  | {
      readonly outcome: 'turn';
      readonly reason: string;
      readonly leaseIds: readonly number[];
      readonly sentMs: number;
    };

/** Decides whether a request may be sent now; if not, returns the obstacle with the longest wait. */
export function planSend(state: GateState, request: GatedRequest, nowMs: number): SendPlan {
  const obstacles = [
    pauseObstacle(state, nowMs),
    primaryObstacle(state, resourceOf(request, state), nowMs),
    concurrencyObstacle(state),
    isWrite(request) ? spacingObstacle(state, nowMs) : undefined,
    ...Object.entries(costsOf(request, state)).map(([key, cost]) =>
      secondaryObstacle(state, { key, cost, nowMs }),
    ),
  ].filter((obstacle) => obstacle !== undefined);
  return (
    obstacles.sort((a, b) => endOf(b) - endOf(a))[0] ?? {
      outcome: 'go',
      lease: leaseOf(state, request, nowMs),
    }
  );
}

/** A turn has no known end and is short, so all other obstacles come first. */
function endOf(obstacle: Obstacle): number {
  return obstacle.outcome === 'wait' ? obstacle.untilMs : 0;
}

function leaseOf(state: GateState, request: GatedRequest, nowMs: number): Omit<Lease, 'id' | 'pid'> {
  return {
    sentMs: nowMs,
    endpoint: endpointOf(request),
    resource: resourceOf(request, state),
    isWrite: isWrite(request),
    costs: costsOf(request, state),
  };
}

function pauseObstacle({ pause }: GateState, nowMs: number): Obstacle | undefined {
  return pause !== null && isAhead(pause.untilMs, nowMs)
    ? { outcome: 'wait', cause: 'limit', ...pause }
    : undefined;
}

/** The primary limit of the resource (specification 7: "wait until x-ratelimit-reset"), before it is exceeded. */
function primaryObstacle(state: GateState, resource: string | null, nowMs: number): Obstacle | undefined {
  const bucket = resource === null ? undefined : state.buckets[resource];
  const reason = 'the hourly request limit is used up';
  if (bucket?.refusedUntilMs !== undefined && isAhead(bucket.refusedUntilMs, nowMs)) {
    return { outcome: 'wait', cause: 'limit', reason, untilMs: bucket.refusedUntilMs };
  }
  if (bucket === undefined || !isAhead(bucket.resetMs, nowMs)) {
    return undefined;
  }
  if (bucket.remaining <= 0) {
    return { outcome: 'wait', cause: 'limit', reason, untilMs: bucket.resetMs };
  }
  const underWay = state.leases.filter((lease) => lease.resource === resource);
  return underWay.length < bucket.remaining
    ? undefined
    : turn('pending requests may use up the hourly request limit', underWay);
}

/** True for a plausible time in the future: one beyond every window means that a clock was set back. */
function isAhead(untilMs: number, nowMs: number): boolean {
  return nowMs < untilMs && untilMs <= nowMs + MAX_WINDOW_MS;
}

function concurrencyObstacle({ leases }: GateState): Obstacle | undefined {
  return leases.length < SERVICE_LIMITS.concurrentRequests
    ? undefined
    : turn(`${SERVICE_LIMITS.concurrentRequests} requests are running`, leases);
}

/** One write at a time, at least a second after the response to the previous one. */
function spacingObstacle({ leases, lastWriteMs }: GateState, nowMs: number): Obstacle | undefined {
  const writes = leases.filter((lease) => lease.isWrite);
  if (writes.length > 0) {
    return turn('another write with this token is in progress', writes);
  }
  const untilMs = lastWriteMs + SERVICE_LIMITS.writeSpacingMs;
  return lastWriteMs <= nowMs && nowMs < untilMs
    ? { outcome: 'wait', cause: 'spacing', reason: 'writes are sent at least a second apart', untilMs }
    : undefined;
}

/** A limit over a sliding window (specification 8.2): it must fit what was spent, is pending and is requested. */
function secondaryObstacle(
  state: GateState,
  { key, cost, nowMs }: { readonly key: string; readonly cost: number; readonly nowMs: number },
): Obstacle | undefined {
  const { max, windowMs, title } = limitOfKey(key);
  const rows = currentSpendings(state.spent[key] ?? [], nowMs, windowMs);
  const underWay = state.leases.filter((lease) => lease.costs[key] !== undefined);
  const expected = underWay.reduce((sum, lease) => sum + costUnderWay(lease, key, nowMs), 0);
  const excess = sumOfSpendings(rows) + expected + cost - max;
  if (excess <= 0) {
    return undefined;
  }
  const untilMs = roomAtMs(rows, excess, windowMs);
  return untilMs === undefined
    ? turn(`no more than ${max} ${title}`, underWay)
    : { outcome: 'wait', cause: 'limit', reason: `no more than ${max} ${title}`, untilMs };
}

/** If a request takes longer than expected, its cost grows. */
function costUnderWay(lease: Lease, key: string, nowMs: number): number {
  const cost = lease.costs[key] ?? 0;
  return key === 'cpuMs' ? Math.max(cost, timeOfAnswer(lease, nowMs)) : cost;
}

function turn(reason: string, leases: readonly Lease[]): Obstacle {
  const sentMs = Math.max(...leases.map((lease) => lease.sentMs));
  return { outcome: 'turn', reason, leaseIds: leases.map(({ id }) => id), sentMs };
}
