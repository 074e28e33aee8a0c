export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The format of records: `2024-05-17T09:30:00Z`. */
export function formatSeconds(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** The latest of some timestamps in the same format. */
export function latestOf(first: string, others: readonly string[]): string {
  return [first, ...others].toSorted().at(-1) ?? first;
}

/** The format with milliseconds and time zone: `2024-04-16T06:27:06.608+02:00`. */
export function formatWithOffset(timeMs: number, utcOffsetMinutes: number): string {
  const local = new Date(timeMs + utcOffsetMinutes * MINUTE_MS).toISOString().slice(0, -1);
  return `${local}${formatOffset(utcOffsetMinutes, ':')}`;
}

/** The offset of a time zone: `+0200`, with an optional separator before the minutes. */
export function formatOffset(utcOffsetMinutes: number, separator = ''): string {
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.trunc(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${utcOffsetMinutes < 0 ? '-' : '+'}${hours}${separator}${minutes}`;
}
