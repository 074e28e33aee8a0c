/** A second; like the others below, in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A moment as records carry it: `2024-05-17T09:30:00Z`. */
export function formatSeconds(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** A moment with milliseconds, as reactions carry it. */
export function formatMilliseconds(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The last of some moments that are written alike. */
export function latestOf(first: string, others: readonly string[]): string {
  return [first, ...others].toSorted().at(-1) ?? first;
}

/** A moment with milliseconds and the numeric offset of a time zone: `2024-04-16T06:27:06.608+02:00`. */
export function formatWithOffset(timeMs: number, utcOffsetMinutes: number): string {
  const local = new Date(timeMs + utcOffsetMinutes * MINUTE_MS).toISOString().slice(0, -1);
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.trunc(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${local}${utcOffsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}
