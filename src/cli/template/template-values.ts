import { isJsonObject } from '../../base/index.ts';

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** As in Go: false, 0, nothing, and empty texts, lists and objects are not true. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length > 0;
  }
  return isJsonObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** A value as Go prints it in a template, except that large numbers are written out. */
export function printed(value: unknown): string {
  return isNothing(value) ? '<no value>' : printedInside(value);
}

/** A value as `print` and `%v` print it. */
export function printedInside(value: unknown): string {
  if (isNothing(value)) {
    return '<nil>';
  }
  if (Array.isArray(value)) {
    return `[${value.map(printedInside).join(' ')}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${key}:${printedInside(value[key])}`);
    return `map[${members.join(' ')}]`;
  }
  return String(value);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'a boolean',
};

/** What a value is, for messages. */
export function nameOfKind(value: unknown): string {
  if (isNothing(value)) {
    return 'nothing';
  }
  return KINDS[typeof value] ?? (Array.isArray(value) ? 'a list' : 'an object');
}
