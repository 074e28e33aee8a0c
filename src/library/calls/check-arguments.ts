import { fileURLToPath } from 'node:url';
import { itemsUntilAborted, joinSignals } from '../../base/signals.ts';
import { Failure } from '../../model/failure.ts';
import { described, faultOfMembers, namesAround, RECORD, type Shape, type ShapesOf } from './shapes.ts';

/** What a call accepts and what it needs. */
interface Expected<Options> {
  readonly known: ShapesOf<Options>;
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
  if (RECORD(options, '') !== undefined) {
    const members = required.length === 0 ? '' : ` with ${required.map((name) => `"${name}"`).join(', ')}`;
    throw wrongArgument(action, `its argument must be an object${members}, and not ${described(options)}`);
  }
  const fault = faultOfMembers(options as Partial<Record<string, unknown>>, { members: known, required });
  if (fault !== undefined) {
    const names = namesAround(options, known);
    throw wrongArgument(action, fault, names.length === 0 ? Object.keys(known) : names);
  }
}

/** Fails with `usage` unless an argument has this shape. */
export function requireArgument(action: string, name: string, value: unknown, shape: Shape): void {
  const fault = shape(value, name);
  if (fault !== undefined) {
    throw wrongArgument(action, fault);
  }
}

/** Fails with `usage` if people would get pseudonyms in a copy that has what is private, whose texts name them anyway. */
export function requirePublic(action: string, hasPseudonyms: boolean | undefined, isPublic: boolean): void {
  if (hasPseudonyms === true && !isPublic) {
    throw wrongArgument(action, '"hasPseudonyms" is for public copies, and this one has what is private');
  }
}

/** @param names the members that the argument may have */
function wrongArgument(action: string, found: string, names: readonly string[] = []): Failure {
  return new Failure('usage', `Cannot ${action}: ${found}`, {
    hint:
      names.length === 0
        ? 'All arguments are described in docs/reference/library of the package'
        : `Its members are ${names.join(', ')}`,
  });
}

/** What a method does, and the name and shape of each argument, in their order. */
export type MethodRow = readonly [
  action: string,
  parameters?: Readonly<Record<string, Shape>>,
  /** A list or a value at once throws; a promise is rejected. Each loop over a list calls the method again. */
  result?: 'at once' | 'list',
];

/** A row for each method of an object. */
export type MethodRows<Methods> = Readonly<
  Record<
    {
      [Name in keyof Methods]: Methods[Name] extends (...values: never[]) => unknown ? Name : never;
    }[keyof Methods] &
      string,
    MethodRow
  >
>;

/** The same methods, which check their arguments first. Lists end with this signal and that of their options, the last argument. */
export function checkedMethods<Methods extends object>(
  methods: Methods,
  rows: MethodRows<Methods>,
  signal?: AbortSignal,
): Methods {
  const checked = Object.entries<MethodRow>(rows).map(([name, [action, parameters = {}, result]]) => {
    const method = Reflect.get(methods, name) as (...values: unknown[]) => unknown; // The type of the rows says so.
    return [
      name,
      (...values: unknown[]) => {
        try {
          for (const [index, [parameter, shape]] of Object.entries(parameters).entries()) {
            requireArgument(action, parameter, values[index], shape);
          }
        } catch (error) {
          if (result !== undefined) {
            throw error;
          }
          return Promise.reject(error);
        }
        const call = () => method(...values);
        if (result !== 'list') {
          return call();
        }
        const own: { readonly signal?: AbortSignal } = Object(values[Object.keys(parameters).length - 1]);
        return eachTime(
          () => itemsUntilAborted(call() as AsyncIterable<unknown>, joinSignals(own.signal, signal)), // By the types of the rows.
        );
      },
    ];
  });
  return { ...methods, ...Object.fromEntries(checked) };
}

/** A list that is asked for again by each loop, rather than one that is empty in the second. */
function eachTime(list: () => AsyncIterable<unknown>): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => list()[Symbol.asyncIterator]() };
}

/** The time in milliseconds since the epoch; undefined if there is none. */
export function momentOf(value: Date | string | undefined): number | undefined {
  return value === undefined ? undefined : new Date(value).getTime();
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
