import type { Random } from '../../../src/base/index.ts';

/** Specification 8.2, rule 3. CPU time cannot be seen from outside: an answer may have cost as much as it took. */
const MAX_CPU_MS = 90_000;
const WINDOW_MS = 60_000;

interface CarefulCaller {
  readonly requests: number;
  readonly callers: number;
  /** Answers take from 1 ms up to so long. It knows this from the start, and no answer's time before the answer. */
  readonly maxTookMs: number;
  readonly random: Random;
}

/**
 * How long the best caller takes whom nothing but the limit of CPU time holds up. It has no future to look into: before
 * it sends, there must be room for the longest answer, and for that of every request under way, because they may all be
 * such. What is spent counts for a minute from its answer on. It is simulated by its own few lines: one process, exact
 * times, no files.
 */
export function carefulMs({ requests, callers, maxTookMs, random }: CarefulCaller): number {
  const spent: { readonly endMs: number; readonly tookMs: number }[] = [];
  const underWay: { readonly endMs: number; readonly tookMs: number }[] = [];
  let nowMs = 0;
  for (let sent = 0; sent < requests; ) {
    const inWindow = spent.filter(({ endMs }) => endMs > nowMs - WINDOW_MS);
    const usedMs = inWindow.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const reservedMs = (underWay.length + 1) * maxTookMs;
    if (underWay.length < callers && usedMs + reservedMs <= MAX_CPU_MS) {
      const tookMs = random.integer(1, maxTookMs);
      underWay.push({ endMs: nowMs + tookMs, tookMs });
      sent += 1;
      continue;
    }
    const answers = underWay.map(({ endMs }) => endMs);
    nowMs = Math.min(...answers, ...inWindow.map(({ endMs }) => endMs + WINDOW_MS));
    for (const answered of underWay.filter(({ endMs }) => endMs <= nowMs)) {
      underWay.splice(underWay.indexOf(answered), 1);
      spent.push(answered);
    }
  }
  return Math.max(nowMs, ...underWay.map(({ endMs }) => endMs));
}
