/**
 * Writes a moment as migrations carry it: milliseconds and the numeric offset of the owner's time zone,
 * as in `2018-09-13T19:57:49.000+05:30` (specification 2, "General formats").
 */
export function formatOffsetTimestamp(timeMs: number, offsetMinutes: number): string {
  const local = new Date(timeMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const hours = Math.trunc(Math.abs(offsetMinutes) / 60);
  const minutes = Math.abs(offsetMinutes) % 60;
  return `${local}${sign}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
