import { shownBytes } from '../../base/byte-text.ts';
import { utcSeconds } from '../../base/run-id.ts';
import { terminalJson } from '../../base/terminal-text.ts';
import { snakeCased } from '../../base/text-ends.ts';

/** Members that contain a time, in either spelling: `takenAt`, `last_taken_at`, `at`, `due`. */
const MOMENT_NAME = /(?:^|_)(?:at|began|due|until)$|[a-z]At$|[a-z]Until$/;

/** A time as the service, the journal and Satchel write it: in any time zone, with or without fractions of a second. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Renames members from `camelCase` to the `snake_case` of all JSON output, and formats times as UTC with seconds. Keys
 * that are data (kinds, columns) are already lower-case and remain unchanged. Names that are not UTF-8 are written as
 * people see them: many programs reject lone surrogates.
 */
export function toJsonNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toJsonNames);
  }
  if (typeof value === 'string') {
    return shownBytes(value);
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return value;
  }
  const renamed = Object.entries(value).map(([name, member]) => [
    snakeCased(name),
    typeof member === 'string' && MOMENT_NAME.test(name) ? printedMoment(member) : toJsonNames(member),
  ]);
  return Object.fromEntries(renamed);
}

/** A time in UTC with seconds; other texts remain as they are. */
export function printedMoment(text: string): string {
  const timeMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? text : utcSeconds(timeMs);
}

export function jsonText(value: unknown, indent?: number): string {
  return safeJson(toJsonNames(value), indent);
}

export function jsonLine(value: unknown): string {
  return `${jsonText(value)}\n`;
}

/** Equivalent JSON text that cannot control a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  return terminalJson(JSON.stringify(value, null, indent));
}
