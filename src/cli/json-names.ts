import { safeJson } from './render/safe-json.ts';

/**
 * Renames members from our `camelCase` to the `snake_case` of everything that Satchel prints as JSON.
 * Keys that are data (kinds, columns) are lower-case already and come through unchanged.
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
    toJsonNames(member),
  ]);
  return Object.fromEntries(renamed);
}

/** One line of JSON with the names that Satchel prints. */
export function jsonLine(value: unknown): string {
  return `${safeJson(toJsonNames(value))}\n`;
}
