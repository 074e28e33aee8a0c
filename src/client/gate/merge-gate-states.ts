import type { Bucket, GateState, Spending } from './gate-state.ts';

/**
 * What two machines know about the limits of one token. Of two reports about a limit, the more careful one counts. Pending
 * requests are those of `own`: processes of the other machine cannot be asked whether they are alive.
 */
export function mergeGateStates(own: GateState, other: GateState): GateState {
  const pauses = [own.pause, other.pause].filter((pause) => pause !== null);
  return {
    ...own,
    pause: pauses.sort((a, b) => b.untilMs - a.untilMs)[0] ?? null,
    lastWriteMs: Math.max(own.lastWriteMs, other.lastWriteMs),
    buckets: merged(own.buckets, other.buckets, carefulBucket),
    resources: { ...other.resources, ...own.resources },
    pacesMs: merged(own.pacesMs, other.pacesMs, Math.max),
    spent: merged(own.spent, other.spent, bothSpendings),
  };
}

function merged<Value>(
  own: Readonly<Record<string, Value>>,
  others: Readonly<Record<string, Value>>,
  choose: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> {
  const result: Record<string, Value> = { ...own };
  for (const [name, other] of Object.entries(others)) {
    const present = result[name];
    result[name] = present === undefined ? other : choose(present, other);
  }
  return result;
}

/** A window that ends later is newer; within one window, requests only become fewer. */
function carefulBucket(a: Bucket, b: Bucket): Bucket {
  const isNewer = a.resetMs > b.resetMs || (a.resetMs === b.resetMs && a.remaining <= b.remaining);
  const refusals = [a, b].flatMap(({ refusedUntilMs }) =>
    refusedUntilMs === undefined ? [] : [refusedUntilMs],
  );
  return {
    ...(isNewer ? a : b),
    ...(refusals.length === 0 ? {} : { refusedUntilMs: Math.max(...refusals) }),
  };
}

/** Both may know the same spending, one of them with what was added to it later. */
function bothSpendings(a: readonly Spending[], b: readonly Spending[]): readonly Spending[] {
  const amounts = new Map<number, number>();
  for (const [untilMs, amount] of [...a, ...b]) {
    amounts.set(untilMs, Math.max(amount, amounts.get(untilMs) ?? 0));
  }
  return [...amounts].sort(([untilA], [untilB]) => untilA - untilB);
}
