import type { Spending } from './gate-state.ts';

/** Spendings of one slot of time are one row: a state file holds so many rows a window at most. */
const SLOTS_PER_WINDOW = 240;

/** Adds an amount at `nowMs`, and drops the rows that the window has left behind. */
export function spend(
  rows: readonly Spending[],
  amount: number,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): readonly Spending[] {
  const slotMs = windowMs / SLOTS_PER_WINDOW;
  // The end of the slot, never its beginning: an amount may count a little too long, and not a moment too short.
  const untilMs = Math.floor(nowMs / slotMs) * slotMs + slotMs;
  const kept = currentSpendings(rows, nowMs, windowMs);
  const last = kept.at(-1);
  return last !== undefined && last[0] >= untilMs
    ? [...kept.slice(0, -1), [last[0], last[1] + amount]]
    : [...kept, [untilMs, amount]];
}

/** The rows that still count. Rows from the future (a clock was set back) would count for ever, and do not. */
export function currentSpendings(
  rows: readonly Spending[],
  nowMs: number,
  windowMs: number,
): readonly Spending[] {
  return rows.filter(([untilMs]) => untilMs + windowMs > nowMs && untilMs <= nowMs + windowMs);
}

export function sumOfSpendings(rows: readonly Spending[]): number {
  return rows.reduce((sum, [, amount]) => sum + amount, 0);
}

/** When enough of the rows will have left the window to make room for `excess`; undefined where all are too little. */
export function roomAtMs(rows: readonly Spending[], excess: number, windowMs: number): number | undefined {
  let freed = 0;
  for (const [untilMs, amount] of rows) {
    freed += amount;
    if (freed >= excess) {
      return untilMs + windowMs;
    }
  }
  return undefined;
}
