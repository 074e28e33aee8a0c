/** The names of months in all texts for people. */
export const MONTHS: readonly string[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The parts of a time in UTC, for people. */
export interface DayParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  /** `08:30`. */
  readonly clock: string;
  /** `08:30:59`; as `clock` if there are no seconds. */
  readonly seconds: string;
}

/** Reads a time such as `2026-05-12T08:30:00Z`; undefined if it is invalid. */
export function dayParts(at: string | undefined): DayParts | undefined {
  const [, year = '', month, day, clock = '', second = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)?/.exec(at ?? '') ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined
    ? undefined
    : { day: String(Number(day)), month: name, year, clock, seconds: `${clock}${second}` };
}

/** `12 May 2026`; an invalid time is returned as it is. */
export function dayText(at: string): string {
  const parts = dayParts(at);
  return parts === undefined ? at : `${parts.day} ${parts.month} ${parts.year}`;
}
