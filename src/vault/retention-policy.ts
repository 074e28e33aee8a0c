import type { GroupMember } from '../model/backup-settings.table.ts';
import type { CalendarSpan } from '../model/calendar-span.ts';
import type { KeepRuleName } from './keep-rules.table.ts';

/** Which archives of a group are kept: those that at least one rule keeps. */
export interface RetentionPolicy {
  /** Number of periods per rule; `Infinity` means all. */
  readonly counts: Readonly<Partial<Record<KeepRuleName, number>>>;
  /**
   * Age limit relative to the newest archive that is not dated in the future: keeps all archives within it (`last`), or
   * the newest of each period.
   */
  readonly within: Readonly<Partial<Record<KeepRuleName, CalendarSpan>>>;
  /**
   * The share (0 to 1) by which the newest archive may be smaller than the one before it, in repositories, records,
   * records of a kind, or bytes. If it is exceeded, nothing is removed.
   */
  readonly maxDrop: number;
  /** What the archives of a group have in common; everything by default. */
  readonly groupBy?: readonly GroupMember[] | undefined;
}

/** The share by which an archive may be smaller than the one before it without being suspicious. */
export const DEFAULT_MAX_DROP = 0.2;

/** True if no rule keeps anything: such a policy would remove everything. */
export function isEmptyPolicy({ counts, within }: RetentionPolicy): boolean {
  return Object.values(counts).every((count) => count === 0) && Object.keys(within).length === 0;
}
