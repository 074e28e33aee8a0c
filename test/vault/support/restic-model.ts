/**
 * A model of restic's `forget`, after its manual ("Removing backup snapshots"): dates and times are in UTC, snapshots
 * are processed newest first, a rule counts the periods with a snapshot, the oldest snapshot is kept while a number is
 * not reached, and spans are relative to the newest snapshot that is not in the future. (Versions since 2025 also keep
 * the oldest one for spans.)
 */

export interface ResticSpan {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly hours: number;
}

/** Numbers as on restic's command line: `-1` means `unlimited`, and 0 disables the rule. */
export interface ResticPolicy {
  readonly keep: Readonly<Record<string, number>>;
  readonly within: Readonly<Record<string, ResticSpan>>;
}

const PERIODS: readonly (readonly [rule: string, period: (time: Date, number: number) => string])[] = [
  ['last', (_time, number) => `${number}`],
  ['hourly', (time) => `${time.toISOString().slice(0, 13)}`],
  ['daily', (time) => `${time.toISOString().slice(0, 10)}`],
  ['weekly', (time) => isoWeek(time)],
  ['monthly', (time) => `${time.getUTCFullYear()} ${time.getUTCMonth()}`],
  ['yearly', (time) => `${time.getUTCFullYear()}`],
];

export function keptByRestic(times: readonly Date[], policy: ResticPolicy, now: Date): ReadonlySet<number> {
  const order = times.map((_, number) => number).sort((a, b) => at(times, b) - at(times, a) || b - a);
  const latest = Math.max(...times.map(Number).filter((time) => time < Number(now)));
  const kept = new Set<number>();
  for (const [rule, period] of PERIODS) {
    let left = policy.keep[rule] ?? 0;
    let last: string | undefined;
    for (const [place, number] of order.entries()) {
      const value = period(new Date(at(times, number)), place);
      if (left !== 0 && (value !== last || place === order.length - 1)) {
        kept.add(number);
        last = value;
        left -= left > 0 ? 1 : 0;
      }
    }
    const span = policy.within[rule];
    let lastWithin: string | undefined;
    for (const [place, number] of span === undefined || isZero(span) ? [] : order.entries()) {
      const value = period(new Date(at(times, number)), place);
      const isWithin = at(times, number) > before(latest, span ?? NO_SPAN);
      if (isWithin && value !== lastWithin) {
        kept.add(number);
        lastWithin = value;
      }
    }
  }
  return kept;
}

const NO_SPAN: ResticSpan = { years: 0, months: 0, days: 0, hours: 0 };

function isZero({ years, months, days, hours }: ResticSpan): boolean {
  return years + months + days + hours === 0;
}

function at(times: readonly Date[], number: number): number {
  return Number(times[number]);
}

/** Like Go's `AddDate`. */
function before(time: number, { years, months, days, hours }: ResticSpan): number {
  const date = new Date(time);
  date.setUTCFullYear(date.getUTCFullYear() - years, date.getUTCMonth() - months, date.getUTCDate() - days);
  return Number(date) - hours * 3_600_000;
}

/** Year and week according to ISO 8601: those of its Thursday. */
function isoWeek(time: Date): string {
  const thursday = new Date(time);
  thursday.setUTCHours(0, 0, 0, 0);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  return `${year} ${Math.floor((Number(thursday) - Date.UTC(year, 0, 1)) / (7 * 86_400_000))}`;
}
