import type { Spending } from './gate-state.ts';

/** All spendings of one time slot share a row, which limits the size of the state file. */
const SLOTS_PER_WINDOW = 240;

/** Adds an amount at `nowMs`, and drops rows that are older than the window. */
export function spend(
  rows: readonly Spending[],
  amount: number,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): readonly Spending[] {
  const slotMs = windowMs / SLOTS_PER_WINDOW;
  // The end of the slot: an amount may count a little too long, but never too short.
  const untilMs = Math.floor(nowMs / slotMs) * slotMs + slotMs;
  const kept = currentSpendings(rows, nowMs, windowMs);
  const last = kept.at(-1);
  return last !== undefined && last[0] >= untilMs
    ? [...kept.slice(0, -1), [last[0], last[1] + amount]]
    : [...kept, [untilMs, amount]];
}

/** The rows within the window. Rows from the future (a clock was set back) are ignored: they would not expire in time. */
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

/** When enough rows will have left the window to make room for `excess`; undefined if all of them are not enough. */
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
