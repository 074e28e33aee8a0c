import { type Bucket, type GateState, type Lease, MAX_WINDOW_MS, type Spending } from './gate-state.ts';
import { limitOfKey, timeOfAnswer } from './request-costs.ts';
import { spend } from './spendings.ts';

/** The limits in a response. */
export interface LimitReport {
  /** The resource that the request counted against, and its remaining quota. */
  readonly bucket?: Bucket & { readonly resource: string };
  /** Set if the request was rejected because this resource is used up. */
  readonly refusal?: { readonly resource: string; readonly untilMs: number };
  /** Set if the service asks this token to pause. */
  readonly pause?: NonNullable<GateState['pause']>;
}

/** Windows of one resource whose ends differ by less are the same: times of the service are whole seconds. */
const SAME_WINDOW_MS = 3_000;

/** The decay of the expected duration after a slow response. */
const PACE_MEMORY = 0.9;

/** Ends a lease. Its costs count from now on, because by now the service has certainly seen the request. */
export function settleSend(
  state: GateState,
  lease: Lease,
  { nowMs, report = {} }: { readonly nowMs: number; readonly report?: LimitReport },
): GateState {
  const tookMs = timeOfAnswer(lease, nowMs);
  const { endpoint } = lease;
  return {
    ...state,
    leases: state.leases.filter(({ id }) => id !== lease.id),
    lastWriteMs: lease.isWrite ? Math.max(nowMs, state.lastWriteMs) : state.lastWriteMs,
    spent: { ...state.spent, ...spendingsOf(state, { ...lease.costs, cpuMs: tookMs }, nowMs) },
    pacesMs: {
      ...state.pacesMs,
      [endpoint]: Math.max(tookMs, Math.floor((state.pacesMs[endpoint] ?? 0) * PACE_MEMORY)),
    },
    ...withReport(state, endpoint, { nowMs, report }),
  };
}

function spendingsOf(
  state: GateState,
  costs: Readonly<Record<string, number>>,
  nowMs: number,
): Readonly<Record<string, readonly Spending[]>> {
  return Object.fromEntries(
    Object.entries(costs).map(([key, amount]) => {
      const { windowMs } = limitOfKey(key);
      return [key, spend(state.spent[key] ?? [], amount, { nowMs, windowMs })];
    }),
  );
}

function withReport(
  state: GateState,
  endpoint: string,
  { nowMs, report }: { readonly nowMs: number; readonly report: LimitReport },
): Pick<GateState, 'pause' | 'buckets' | 'resources'> {
  const { bucket, refusal, pause } = report;
  const resource = refusal?.resource ?? bucket?.resource;
  const known = resource === undefined ? undefined : state.buckets[resource];
  const next = refusal === undefined ? mergeBucket(known, bucket, nowMs) : bucketOfRefusal(refusal.untilMs);
  const held = state.pause !== null && state.pause.untilMs > nowMs ? state.pause : null;
  return {
    pause: pause !== undefined && pause.untilMs > (held?.untilMs ?? 0) ? pause : held,
    buckets:
      resource === undefined || next === undefined ? state.buckets : { ...state.buckets, [resource]: next },
    resources: resource === undefined ? state.resources : { ...state.resources, [endpoint]: resource },
  };
}

/** A refusal overrides everything known about the window. */
function bucketOfRefusal(untilMs: number): Bucket {
  return { remaining: 0, resetMs: untilMs, refusedUntilMs: untilMs };
}

/**
 * Responses can arrive out of order: within one window the smallest remaining quota counts, and a window that ends later
 * replaces an earlier one. A window that is over, or implausibly long, is dropped, but a refusal is kept.
 */
function mergeBucket(
  known: Bucket | undefined,
  reported: Bucket | undefined,
  nowMs: number,
): Bucket | undefined {
  if (reported === undefined || reported.resetMs > nowMs + MAX_WINDOW_MS) {
    return known;
  }
  const { remaining, resetMs } = reported;
  const isExpired = known === undefined || known.resetMs <= nowMs || known.resetMs > nowMs + MAX_WINDOW_MS;
  if (isExpired || resetMs > known.resetMs + SAME_WINDOW_MS) {
    return { remaining, resetMs, ...refusalOf(known, nowMs) };
  }
  return resetMs < known.resetMs - SAME_WINDOW_MS
    ? known
    : {
        remaining: Math.min(known.remaining, remaining),
        resetMs: Math.max(known.resetMs, resetMs),
        ...refusalOf(known, nowMs),
      };
}

function refusalOf(known: Bucket | undefined, nowMs: number): Pick<Bucket, 'refusedUntilMs'> {
  const { refusedUntilMs = 0 } = known ?? {};
  return refusedUntilMs > nowMs ? { refusedUntilMs } : {};
}
