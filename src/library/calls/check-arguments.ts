import { Failure } from '../../model/failure.ts';

/**
 * Fails with `usage` unless the argument of a call is an object with these members. TypeScript checks it before; programs
 * in JavaScript would get an error from far inside.
 *
 * @param action a verb phrase that can follow "Cannot"
 */
export function requireOptions<Options extends object>(
  action: string,
  options: Options,
  names: readonly (keyof Options & string)[] = [],
): void {
  const given: unknown = options;
  const isObject = typeof given === 'object' && given !== null;
  const missing = isObject ? names.find((name) => options[name] === undefined) : undefined;
  if (isObject && missing === undefined) {
    return;
  }
  const members = names.length === 0 ? '' : ` with ${names.map((name) => `"${name}"`).join(', ')}`;
  const found =
    missing === undefined
      ? `its argument must be an object${members}, and not ${described(given)}`
      : `"${missing}" is missing`;
  throw new Failure('usage', `Cannot ${action}: ${found}`, {
    hint: 'The reference of the library lists the members',
  });
}

/** Fails with `usage` unless the value is undefined or a whole number from 0. */
export function requireCount(action: string, name: string, value: number | undefined): void {
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
    throw new Failure(
      'usage',
      `Cannot ${action}: "${name}" must be a whole number, and not ${described(value)}`,
      {
        hint: 'Give 0 or more',
      },
    );
  }
}

/** Fails with `usage` unless the value is undefined or one of these. */
export function requireOneOf(action: string, name: string, value: unknown, known: readonly string[]): void {
  if (value !== undefined && !known.some((one) => one === value)) {
    throw new Failure(
      'usage',
      `Cannot ${action}: "${name}" must be ${known.join(' or ')}, and not ${described(value)}`,
    );
  }
}

/** The time in milliseconds since the epoch; undefined if there is none. Fails with `usage` unless it is a date. */
export function momentOf(action: string, name: string, value: Date | string | undefined): number | undefined {
  const timeMs = value === undefined ? undefined : new Date(value).getTime();
  if (Number.isNaN(timeMs)) {
    throw new Failure('usage', `Cannot ${action}: "${name}" must be a date, and not ${described(value)}`);
  }
  return timeMs;
}

/** Fails with `usage` unless the value is a text or a URL. */
export function requirePlace(action: string, value: string | URL): void {
  if (!(value instanceof URL && value.protocol === 'file:') && (typeof value !== 'string' || value === '')) {
    throw new Failure(
      'usage',
      `Cannot ${action}: its path must be a text or a file URL, and not ${described(value)}`,
      {
        hint: 'Give the path of a file or a directory',
      },
    );
  }
}

function described(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : typeof value === 'object'
        ? 'an object'
        : String(value);
}
