import { fileURLToPath } from 'node:url';
import { nearestName } from '../../base/nearest-name.ts';
import { Failure } from '../../model/failure.ts';

/** The names of all members of some options: it does not compile without one of them. */
export type NamesOf<Options> = Readonly<Record<keyof Options, true>>;

/** What a call accepts and what it needs. */
interface Expected<Options> {
  readonly known: NamesOf<Options>;
  readonly required?: readonly (keyof Options & string)[];
}

/**
 * Fails with `usage` unless the argument of a call is an object with these members and no others. TypeScript checks it
 * before; programs in JavaScript would get an error from far inside, or none.
 *
 * @param action a verb phrase that can follow "Cannot"
 */
export function requireOptions<Options extends object>(
  action: string,
  options: Options,
  { known, required = [] }: Expected<Options>,
): void {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) {
    const members = required.length === 0 ? '' : ` with ${required.map((name) => `"${name}"`).join(', ')}`;
    throw wrongArgument(action, `its argument must be an object${members}, and not ${described(given)}`);
  }
  const missing = required.find((name) => options[name] === undefined);
  if (missing !== undefined) {
    throw wrongArgument(action, `"${missing}" is missing`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, Object.keys(known));
    const guess = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw wrongArgument(action, `there is no option "${unknown}"${guess}`);
  }
}

function wrongArgument(action: string, found: string): Failure {
  return new Failure('usage', `Cannot ${action}: ${found}`, {
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

/** The path that a text or a file URL names; of object storage, its address. Fails with `usage` for anything else. */
export function pathOf(action: string, place: string | URL): string {
  if (place instanceof URL && place.protocol === 'file:') {
    return fileURLToPath(place);
  }
  if (place instanceof URL ? place.protocol !== 's3:' : typeof place !== 'string' || place === '') {
    throw new Failure(
      'usage',
      `Cannot ${action}: its path must be a text or a file URL, and not ${described(place)}`,
      { hint: 'Give the path of a file or a directory' },
    );
  }
  return String(place);
}

function described(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : value instanceof URL
        ? value.href
        : typeof value === 'object'
          ? 'an object'
          : String(value);
}
