import type { CalendarSpan } from './calendar-span.ts';
import type { KeepRuleName } from './keep-rules.table.ts';

/** Which archives of an account are kept: those that any of the rules keeps. */
export interface RetentionPolicy {
  /** How many periods of each rule; `Infinity` is all of them. */
  readonly counts: Readonly<Partial<Record<KeepRuleName, number>>>;
  /** Archives no older than this before the newest one that is not dated in the future: all of them (`last`), or the newest of each period. */
  readonly within: Readonly<Partial<Record<KeepRuleName, CalendarSpan>>>;
  /**
   * By how much, of 1, the newest archive may hold less than the one before it: repositories, records of all kinds
   * or of one, bytes. Beyond that nothing is removed.
   */
  readonly maxDrop: number;
}

/** How much less than the one before an archive may hold without being suspicious. */
export const DEFAULT_MAX_DROP = 0.2;

/** True where no rule says that anything is kept: such a policy would remove everything. */
export function isEmptyPolicy({ counts, within }: RetentionPolicy): boolean {
  return Object.values(counts).every((count) => count === 0) && Object.keys(within).length === 0;
}
