/** Names a calendar period in UTC: archives of the same period have the same name. */
type PeriodOf = (time: Date, index: number) => string;

interface KeepRule {
  /** As in "daily": shown as a reason. */
  readonly word: string;
  /** What the rule counts, used after a number. */
  readonly noun: string;
  readonly period: PeriodOf;
}

/**
 * The rules of restic (its manual, "Removing backup snapshots"): of each of the last periods with an archive, the
 * newest one is kept.
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

/** Weeks begin on Monday (ISO 8601) and are named by that day. */
function mondayOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
