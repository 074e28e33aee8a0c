import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestName,
  quoteText,
} from '../../../base/index.ts';
import { FAULT_KINDS, type FaultKindName } from './fault-kinds.table.ts';

/** Something that is to go wrong. */
export interface Fault {
  readonly kind: FaultKindName;
  /**
   * Whom it befalls: `GET /user/migrations`, with path parameters as the table of routes has them, a path alone, or
   * `storage`; every request that it can befall where it is empty.
   */
  readonly route: string;
  /** How many requests it befalls. */
  readonly times: number;
  /** How many it spares before. */
  readonly skip: number;
  /** All of the kind's parameters. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/**
 * Reads a fault as the command line has it: `answer,status=503,route=GET /events,times=2`. Throws a `RangeError`
 * that says what is wrong with it.
 */
export function parseFault(text: string): Fault {
  const [kind = '', ...settings] = text.split(',');
  const members = settings.map((setting): readonly [string, string] => {
    const [name = '', ...value] = setting.split('=');
    return [name.trim(), value.join('=').trim()];
  });
  return readFault({ ...Object.fromEntries(members), kind: kind.trim() });
}

/** Reads a fault from JSON: `kind`, `route`, `times`, `skip` and parameters beside each other. Throws as above. */
export function readFault(value: JsonValue): Fault {
  if (!isJsonObject(value)) {
    throw new RangeError('Cannot read the fault: it is no JSON object');
  }
  const kind = kindOf(value['kind']);
  const { route, times, skip, kind: _, ...rest } = value;
  return {
    kind,
    route: typeof route === 'string' ? route : '',
    times: countOf('times', times ?? 1),
    skip: countOf('skip', skip ?? 0),
    parameters: readParameters(kind, rest),
  };
}

function kindOf(name: JsonValue | undefined): FaultKindName {
  const names = Object.keys(FAULT_KINDS) as FaultKindName[]; // The table has exactly these keys.
  const kind = names.find((candidate) => candidate === name);
  if (kind === undefined) {
    throw new RangeError(
      `Cannot make the fault ${quoteText(String(name))}: ${sayKinds(String(name), names)}`,
    );
  }
  return kind;
}

function sayKinds(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined
    ? `the kinds are ${names.join(', ')}`
    : `there is no such kind; did you mean "${nearest}"?`;
}

function countOf(name: string, value: JsonValue): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`Cannot read "${name}" of the fault: ${quoteText(String(value))} is no count`);
  }
  return count;
}

function readParameters(kind: FaultKindName, given: JsonObject): Fault['parameters'] {
  const defaults: Readonly<Record<string, number | string>> = FAULT_KINDS[kind].parameters;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    throw new RangeError(`Cannot set "${unknown}" of the fault "${kind}": it has no such parameter`);
  }
  const rows = Object.entries(defaults).map(([name, standard]) => {
    const value = given[name] ?? standard;
    const read = typeof standard === 'number' ? Number(value) : String(value);
    if (Number.isNaN(read)) {
      throw new RangeError(`Cannot set "${name}" of the fault "${kind}": it takes a number`);
    }
    return [name, read] as const;
  });
  return Object.fromEntries(rows);
}

/** A parameter that is a number. */
export function numberOf({ parameters }: Fault, name: string): number {
  return Number(parameters[name]);
}

/** A parameter that is text. */
export function textOf({ parameters }: Fault, name: string): string {
  return String(parameters[name]);
}
