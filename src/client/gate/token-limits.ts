import type { Wait } from '../send.ts';

/** What is known of the limits of a token. Times are milliseconds since the Unix epoch, on our clock. */
export interface TokenLimits {
  /** Until when nothing is sent, by resource (`core`, `search`), or of all resources by `ALL`. */
  readonly notBefore: Readonly<Record<string, Wait>>;
  /** What is left of the primary limits, by resource. */
  readonly left: Readonly<Record<string, Rest>>;
}

export interface Rest {
  readonly requests: number;
  /** When the window ends. */
  readonly resetMs: number;
}

export const ALL = '*';

export const NO_LIMITS: TokenLimits = { notBefore: {}, left: {} };

/** The service's longest window is an hour; the rest allows for clock skew. A later end is wrong. */
export const MAX_WINDOW_MS = 65 * 60_000;

export const USED_UP = 'the hourly request limit is used up';

/** Windows of one resource whose ends differ by less are the same: times of the service are whole seconds. */
const SAME_WINDOW_MS = 3_000;

/**
 * What two sources say together: answers, processes, machines. Of two statements about a limit, the more careful one
 * counts. What is over, or further away than any window (a clock was set back), is dropped.
 */
export function joinLimits(a: TokenLimits, b: TokenLimits, nowMs: number): TokenLimits {
  const isAhead = (untilMs: number) => nowMs < untilMs && untilMs <= nowMs + MAX_WINDOW_MS;
  return {
    notBefore: joined([a.notBefore, b.notBefore], ({ untilMs }) => isAhead(untilMs), later),
    left: joined([a.left, b.left], ({ resetMs }) => isAhead(resetMs), smaller),
  };
}

function joined<Value>(
  sources: readonly Readonly<Record<string, Value>>[],
  isValid: (value: Value) => boolean,
  choose: (a: Value, b: Value) => Value,
): Readonly<Record<string, Value>> {
  const result = new Map<string, Value>();
  for (const [name, value] of sources.flatMap((source) => Object.entries(source))) {
    if (isValid(value)) {
      const present = result.get(name);
      result.set(name, present === undefined ? value : choose(present, value));
    }
  }
  return Object.fromEntries(result);
}

function later(a: Wait, b: Wait): Wait {
  return a.untilMs >= b.untilMs ? a : b;
}

/** Answers overtake each other: a window that ends later is newer; within one, requests only become fewer. */
function smaller(a: Rest, b: Rest): Rest {
  if (Math.abs(a.resetMs - b.resetMs) > SAME_WINDOW_MS) {
    return a.resetMs > b.resetMs ? a : b;
  }
  return { requests: Math.min(a.requests, b.requests), resetMs: Math.max(a.resetMs, b.resetMs) };
}

/** The longest wait before a request that counts against a resource; null for one that counts against none. */
export function waitFor({ notBefore, left }: TokenLimits, resource: string | null): Wait | undefined {
  const rest = resource === null ? undefined : left[resource];
  return [
    notBefore[ALL],
    resource === null ? undefined : notBefore[resource],
    rest === undefined || rest.requests > 0 ? undefined : { reason: USED_UP, untilMs: rest.resetMs },
  ]
    .filter((wait) => wait !== undefined)
    .sort((a, b) => b.untilMs - a.untilMs)[0];
}
