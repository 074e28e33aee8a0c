/** A period of the calendar in UTC: archives of one period have the same text. */
type PeriodOf = (time: Date, index: number) => string;

interface KeepRule {
  /** As in "daily": the reason that people read. */
  readonly word: string;
  /** What one of these is, to follow a number. */
  readonly noun: string;
  readonly period: PeriodOf;
}

/**
 * The rules that restic users know (its manual, "Removing backup snapshots"): of each of the last periods that have an
 * archive, the newest one is kept.
 */
export const KEEP_RULES = {
  last: { word: 'last', noun: 'archive', period: (_time, index) => String(index) },
  hourly: { word: 'hourly', noun: 'hour', period: (time) => time.toISOString().slice(0, 13) },
  daily: { word: 'daily', noun: 'day', period: (time) => time.toISOString().slice(0, 10) },
  weekly: { word: 'weekly', noun: 'week', period: (time) => mondayOf(time) },
  monthly: { word: 'monthly', noun: 'month', period: (time) => time.toISOString().slice(0, 7) },
  yearly: { word: 'yearly', noun: 'year', period: (time) => time.toISOString().slice(0, 4) },
} as const satisfies Readonly<Record<string, KeepRule>>;

export type KeepRuleName = keyof typeof KEEP_RULES;

export const KEEP_RULE_NAMES = Object.keys(KEEP_RULES) as readonly KeepRuleName[]; // Its own keys.

const DAY_MS = 86_400_000;

/** Weeks begin on Monday (ISO 8601); the day of that Monday names the week. */
function mondayOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
