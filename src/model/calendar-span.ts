/** A calendar span, in which the length of months and years varies. */
export interface CalendarSpan {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly hours: number;
}

const UNITS = { y: 'years', m: 'months', w: 'weeks', d: 'days', h: 'hours' } as const;

/**
 * Parses a span such as `1y6m`, `90d` or `2w12h`: years, months, weeks, days and hours, each at most once. Returns
 * undefined for any other text.
 */
export function parseCalendarSpan(text: string): CalendarSpan | undefined {
  const counts = { years: 0, months: 0, weeks: 0, days: 0, hours: 0 };
  const seen = new Set<string>();
  const trimmed = text.trim();
  if (!/^(?:\d{1,5}[ymwdh])+$/.test(trimmed)) {
    return undefined;
  }
  for (const [, digits, letter] of trimmed.matchAll(/(\d+)([ymwdh])/g)) {
    const unit = UNITS[letter as keyof typeof UNITS]; // The pattern only matches keys of the table.
    if (seen.has(unit)) {
      return undefined;
    }
    seen.add(unit);
    counts[unit] = Number(digits);
  }
  const { weeks, ...span } = counts;
  return { ...span, days: span.days + 7 * weeks };
}

/** Formats a span in the notation of `parseCalendarSpan`. */
export function formatCalendarSpan({ years, months, days, hours }: CalendarSpan): string {
  const parts = [`${years}y`, `${months}m`, `${days}d`, `${hours}h`].filter((part) => !part.startsWith('0'));
  return parts.length === 0 ? '0h' : parts.join('');
}

/** Subtracts a span from a time, by the UTC calendar. If the resulting month is shorter, the day is its last one. */
export function subtractSpan(timeMs: number, { years, months, days, hours }: CalendarSpan): number {
  const time = new Date(timeMs);
  const monthNumber = time.getUTCFullYear() * 12 + time.getUTCMonth() - (years * 12 + months);
  const year = Math.floor(monthNumber / 12);
  const month = monthNumber - year * 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(timeMs);
  moved.setUTCFullYear(year, month, Math.min(time.getUTCDate(), lastDay));
  return moved.getTime() - (days * 24 + hours) * 3_600_000;
}
