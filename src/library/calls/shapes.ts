import { nearestName } from '../../base/nearest-name.ts';
import { withArticle } from '../../base/text-ends.ts';

/** What is wrong with a value, as a clause with its name; undefined if nothing is. */
export interface Shape {
  (value: unknown, name: string): string | undefined;
  /** The members of an object that has no others. */
  readonly members?: Readonly<Record<string, Shape>>;
}

/** The shapes of all members of some options: it does not compile without one of them. */
export type ShapesOf<Options> = Readonly<Record<keyof Options, Shape>>;

export const TEXT = shape('a text', (value) => typeof value === 'string');
/** What a header may contain (RFC 9110 section 5.5), as far as clients and servers agree. */
export const HEADER_TEXT = shape(
  'a text of visible ASCII characters and spaces',
  (value) => typeof value === 'string' && /^[ -~]+$/.test(value),
);
export const FLAG = shape('true or false', (value) => typeof value === 'boolean');
export const FUNCTION = shape('a function', (value) => typeof value === 'function');
export const COUNT = shape('a whole number from 0', isCount);
export const COUNT_OR_ALL = shape(
  'a whole number from 0, or Infinity',
  (value) => isCount(value) || value === Number.POSITIVE_INFINITY,
);
export const AMOUNT = shape('a number from 0', (value) => Number.isFinite(value) && Number(value) >= 0);
export const POSITIVE = shape('a number above 0', (value) => Number.isFinite(value) && Number(value) > 0);
export const SHARE = shape(
  'a number from 0 to 1',
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
);
export const PORT = shape('a port', (value) => isCount(value) && Number(value) < 65_536);
export const TEXT_OR_NUMBER = shape(
  'a text or a number',
  (value) => typeof value === 'string' || Number.isFinite(value),
);
/** The id of a migration, a budget or a thread. */
export const ID = shape(
  'a number or a text of digits',
  (value) => isCount(value) || (typeof value === 'string' && value !== ''),
);
export const DATE = shape(
  'a date',
  (value) => (typeof value === 'string' || value instanceof Date) && !Number.isNaN(Date.parse(String(value))),
);
export const SHA256 = shape(
  'a SHA-256 in hexadecimal',
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value),
);
export const ADDRESS = shape('a text or a URL', isTextOrUrl);
export const PATH = shape('a path or a file URL', (value) => isTextOrUrl(value) && value !== '');
export const SIGNAL = shape('an AbortSignal', isSignal);
export const CLOCK = shape('a clock', (value) => hasMethods(value, ['now', 'sleep']));
export const RANDOM = shape('a source of random values', (value) =>
  hasMethods(value, ['next', 'integer', 'hex']),
);
/** An object with members: what has none of its own must not be another thing, such as a signal or a promise. */
export const RECORD = shape(
  'an object',
  (value) => isRecord(value) && (isPlain(value) || Object.keys(value).length > 0),
);
/** What JSON can represent: no loops and no bigints. */
export const JSON_OBJECT = shape(
  'an object that JSON can represent',
  (value) => isRecord(value) && isJson(value),
);
const API_PATH = /^\/(?!\/)/;
/** A path of the API, with names in braces. */
export const ROUTE = shape('a path of the API, such as /user/repos', (value) => API_PATH.test(String(value)));
/** The same, after `GET ` or not. */
export const LIST_ROUTE = shape('a path of the API, such as /user/repos', (value) =>
  API_PATH.test(String(value).replace(/^GET /, '')),
);
/** A value in the query of an address, or several. */
export const QUERY_VALUE: Shape = (value, name) =>
  Array.isArray(value)
    ? listOf(TEXT)(value, name)
    : typeof value === 'boolean'
      ? undefined
      : TEXT_OR_NUMBER(value, name);

export function hasMethods(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'function');
}

function isSignal(value: unknown): boolean {
  return hasMethods(value, ['throwIfAborted', 'addEventListener']);
}

export function oneOf(names: readonly string[]): Shape {
  const [last = '', ...others] = names.toReversed();
  const list = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
  return shape(list, (value) => names.some((name) => name === value));
}

export function listOf(item: Shape): Shape {
  return (value, name) =>
    Array.isArray(value)
      ? firstFault(value.map((one, index) => () => item(one, `${name}[${index}]`)))
      : `"${name}" must be a list, and not ${described(value)}`;
}

/** A list of names that narrows something down. An empty one would not, to the surprise of who computed it. */
export function choiceOf(what: string): Shape {
  return (value, name) =>
    listOf(TEXT)(value, name) ??
    (Array.isArray(value) && value.length === 0 ? `"${name}" must name ${what}, or be left out` : undefined);
}

export const ACCOUNTS = choiceOf('an account');

/** An object whose members have any names and this shape; undefined ones count as absent. */
export function recordOf(member: Shape): Shape {
  return (value, name) =>
    RECORD(value, name) ??
    firstFault(
      Object.entries(value as object).map(
        ([key, one]) =>
          () =>
            optional(member)(one, `${name}.${key}`),
      ),
    );
}

/** An object with these members and no others. */
export function objectOf<Options>(
  members: ShapesOf<Options>,
  required: readonly (keyof NoInfer<Options> & string)[] = [],
): Shape {
  const whole: Shape = (value, name) =>
    RECORD(value, name) ??
    faultOfMembers(value as Partial<Record<string, unknown>>, { members, required, name });
  return Object.assign(whole, { members });
}

/** An object that is told apart by its `type`. */
export function typed(variants: Readonly<Record<string, Readonly<Record<string, Shape>>>>): Shape {
  const types = oneOf(Object.keys(variants));
  return (value, name) => {
    const fault = RECORD(value, name);
    if (fault !== undefined) {
      return fault;
    }
    const { type } = value as { readonly type?: unknown };
    const members = variants[String(type)] ?? {};
    return (
      types(type, `${name}.type`) ??
      objectOf<Readonly<Record<string, unknown>>>({ ...members, type: TEXT }, Object.keys(members))(
        value,
        name,
      )
    );
  };
}

export function optional(given: Shape): Shape {
  return (value, name) => (value === undefined ? undefined : given(value, name));
}

/** The first fault of an object. Without a name, it is the argument of a call itself. */
export function faultOfMembers(
  value: Readonly<Partial<Record<string, unknown>>>,
  expected: {
    readonly members: Readonly<Record<string, Shape>>;
    readonly required: readonly string[];
    readonly name?: string;
  },
): string | undefined {
  const { members, required, name } = expected;
  const whole = (member: string) => (name === undefined ? member : `${name}.${member}`);
  const missing = required.find((member) => value[member] === undefined);
  if (missing !== undefined) {
    return `"${whole(missing)}" is missing`;
  }
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(members, member));
  if (unknown !== undefined) {
    const nearest = placeOf(unknown, members) ?? nearestName(unknown, Object.keys(members));
    const guess = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    return `there is no option "${whole(unknown)}"${guess}`;
  }
  return firstFault(
    Object.entries(members).map(
      ([member, given]) =>
        () =>
          optional(given)(value[member], whole(member)),
    ),
  );
}

/** Where the members of some options have one of this name. */
function placeOf(name: string, members: Readonly<Record<string, Shape>>): string | undefined {
  const [place] = Object.entries(members).find(([, { members: own = {} }]) => Object.hasOwn(own, name)) ?? [];
  return place && `${place}.${name}`;
}

/** The names that members could have where one has a name that is unknown. */
export function namesAround(value: unknown, members: Readonly<Record<string, Shape>>): readonly string[] {
  const names = Object.keys(members);
  const given = Object.entries(Object(value));
  const isKnown = given.every(([name]) => names.includes(name));
  const inner = isKnown ? given.map(([name, one]) => namesAround(one, members[name]?.members ?? {})) : [];
  return isKnown ? (inner.find((found) => found.length > 0) ?? []) : names;
}

/** A value in a message. */
export function described(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (value instanceof URL) {
    return value.href;
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  return isRecord(value) ? kindOf(value) : typeof value === 'function' ? 'a function' : String(value);
}

function kindOf(value: object): string {
  const name = isPlain(value) ? 'object' : (value.constructor?.name ?? 'object');
  const kind = withArticle(name);
  return isSignal(value) ? `${kind}: write { signal }` : kind;
}

function shape(expected: string, accepts: (value: unknown) => boolean): Shape {
  return (value, name) =>
    accepts(value) ? undefined : `"${name}" must be ${expected}, and not ${described(value)}`;
}

function firstFault(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const fault = check();
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of this realm or another one: what `{}` makes. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTextOrUrl(value: unknown): boolean {
  return typeof value === 'string' || value instanceof URL;
}
