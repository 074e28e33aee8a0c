import { terminalJson, utcSeconds } from '../base/index.ts';

/** Members that hold a moment, in either spelling: `takenAt`, `last_taken_at`, `at`, `due`. */
const MOMENT_NAME = /(?:^|_)(?:at|began|due|until)$|[a-z]At$|[a-z]Until$/;

/** A moment as the service, the journal and we write it: in any zone, with or without fractions of a second. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Renames members from our `camelCase` to the `snake_case` of everything that Satchel prints as JSON, and writes moments as
 * UTC with seconds. Keys that are data (kinds, columns) are lower-case already and come through unchanged.
 */
export function toJsonNames(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toJsonNames);
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return value;
  }
  const renamed = Object.entries(value).map(([name, member]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof member === 'string' && MOMENT_NAME.test(name) ? printedMoment(member) : toJsonNames(member),
  ]);
  return Object.fromEntries(renamed);
}

function printedMoment(text: string): string {
  const timeMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? text : utcSeconds(timeMs);
}

/** One line of JSON with the names that Satchel prints. */
export function jsonLine(value: unknown): string {
  return `${safeJson(toJsonNames(value))}\n`;
}

/** JSON text that means the same and cannot steer a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  return terminalJson(JSON.stringify(value, null, indent));
}
