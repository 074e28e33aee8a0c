import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { nearestName } from '../base/nearest-name.ts';
import { quoteText } from '../base/terminal-text.ts';

const STAGES = ['before', 'in', 'after'] as const;

/** The route of what is asked of the storage of archives, which has no routes of its own. */
export const STORAGE_ROUTE = 'storage';

/** Where the kinds happen that cannot happen everywhere. */
const PLACES = {
  api: 'in answers of the API',
  migration: 'to migrations, whatever the route: leave it out',
  storage: `in answers of the storage: leave the route out, or write "${STORAGE_ROUTE}"`,
} as const;

/** Where in a response a connection ends. */
const RESET: { readonly stage: 'before' | 'in' | 'after' } = { stage: 'before' };

/**
 * The kinds of faults that a sandbox can inject: which requests each affects (those of the API, those of the storage of
 * archives, or both), what it does, and its parameters with their defaults.
 */
export const FAULT_KINDS = {
  answer: faultKind('both', 'responds without handling the request', { status: 500, body: '' }),
  lost_answer: faultKind('both', 'handles the request, but responds with an error', {
    status: 502,
    body: '',
  }),
  delay: faultKind('both', 'responds late', { delay_ms: 1_000 }),
  reset: faultKind('both', 'closes the connection: before, in or after the body', RESET),
  wrong_length: faultKind('both', 'announces more bytes than it sends, or fewer for a negative number', {
    bytes: 100,
  }),
  wrong_clock: faultKind('both', 'reports a wrong time', { offset_seconds: -3_600 }),
  secondary_limit: faultKind(
    'api',
    'reports that a secondary limit is exceeded; without Retry-After if it is 0',
    { status: 403, retry_after: 0 },
  ),
  primary_limit: faultKind('api', 'reports that the primary limit is exceeded', {
    status: 403,
    reset_seconds: 60,
  }),
  duplicate_page: faultKind('api', 'repeats the previous page', {}),
  foreign_link: faultKind('api', 'links to another origin in its Link header', {
    origin: 'http://elsewhere.example',
  }),
  moved: faultKind('api', 'redirects to `location`, or to the same URL', { location: '', status: 301 }),
  stale_etag: faultKind('api', 'responds "not modified" to every conditional request', {}),
  poll_interval: faultKind('api', 'asks to be polled less often', { seconds: 300 }),
  truncated_archive: faultKind('storage', 'truncates the archive', { bytes: 100 }),
  corrupted_archive: faultKind('storage', 'changes a byte of the archive', { offset: 100 }),
  ignored_range: faultKind('storage', 'sends the whole object instead of a range', {}),
  changed_object: faultKind('storage', 'serves a different object than before', {}),
  expired_link: faultKind('storage', 'reports that the link has expired', {}),
  failed_migration: faultKind('migration', 'makes the next migration fail', {}),
  pending_migration: faultKind('migration', 'keeps the next migration pending', {}),
} as const;

/** Which requests it can affect, what it does to them, and its parameters with their defaults. */
function faultKind<
  const Place extends 'api' | 'both' | 'migration' | 'storage',
  const Summary extends string,
  Parameters extends Fault['parameters'],
>(at: Place, summary: Summary, parameters: Parameters) {
  return { at, summary, parameters };
}

/** The name of a kind of fault, such as `answer` or `lost_answer`. */
export type FaultKindName = keyof typeof FAULT_KINDS;

export interface Fault {
  readonly kind: FaultKindName;
  /**
   * The requests that it affects: method and path (`GET /user/migrations`) with parameters as in the table of routes, a path
   * alone, or `storage`; all that its kind can affect if empty.
   */
  readonly route: string;
  readonly times: number;
  /** The number of matching requests before those. */
  readonly skip: number;
  readonly parameters: Readonly<Record<string, number | string>>;
}

/**
 * Reads a fault in the format of the command line: `answer,status=503,route=GET /events,times=2`. Throws a `RangeError`
 * for an invalid one.
 */
export function parseFault(text: string): Fault {
  const [kind = '', ...settings] = text.split(',');
  const members = settings.map((setting): readonly [string, string] => {
    const [name = '', ...value] = setting.split('=');
    return [name.trim(), value.join('=').trim()];
  });
  return readFault({ ...Object.fromEntries(members), kind: kind.trim() });
}

/** Reads a fault from JSON: `kind`, `route`, `times`, `skip` and the parameters as members. Throws a `RangeError`. */
export function readFault(value: JsonValue): Fault {
  if (!isJsonObject(value)) {
    throw new RangeError('Cannot read the fault: it is not a JSON object');
  }
  const kind = kindOf(value['kind']);
  const { route, times, skip, kind: _, ...rest } = value;
  return {
    kind,
    route: routeOf(kind, route),
    times: countOf('times', times ?? 1),
    skip: countOf('skip', skip ?? 0),
    parameters: readParameters(kind, rest),
  };
}

function kindOf(name: JsonValue | undefined): FaultKindName {
  const names = Object.keys(FAULT_KINDS) as FaultKindName[]; // The table has exactly these keys.
  const kind = names.find((candidate) => candidate === name);
  if (kind !== undefined) {
    return kind;
  }
  const nearest = nearestName(String(name), names);
  const hint =
    nearest === undefined
      ? `the kinds are ${names.join(', ')}`
      : `there is no such kind; did you mean "${nearest}"?`;
  throw new RangeError(`Cannot make the fault ${quoteText(String(name))}: ${hint}`);
}

/** A fault at a place where its kind does nothing would never happen. */
function routeOf(kind: FaultKindName, given: JsonValue | undefined): string {
  const route = typeof given === 'string' ? given : '';
  const { at } = FAULT_KINDS[kind];
  if (route !== '' && at !== 'both' && !happensAt(kind, route === STORAGE_ROUTE ? 'storage' : 'api')) {
    throw new RangeError(
      `Cannot make the fault "${kind}" at ${quoteText(route)}: it happens only ${PLACES[at]}`,
    );
  }
  return route;
}

/** Whether faults of a kind can happen at a place. */
export function happensAt(kind: FaultKindName, place: 'api' | 'migration' | 'storage'): boolean {
  const { at } = FAULT_KINDS[kind];
  return at === place || (at === 'both' && place !== 'migration');
}

function countOf(name: string, value: JsonValue): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`Cannot read "${name}" of the fault: ${quoteText(String(value))} is not a count`);
  }
  return count;
}

function readParameters(kind: FaultKindName, given: JsonObject): Fault['parameters'] {
  const defaults = FAULT_KINDS[kind].parameters;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    throw new RangeError(`Cannot set "${unknown}" of the fault "${kind}": it has no such parameter`);
  }
  const rows = Object.entries(defaults).map(([name, standard]) => {
    const value = given[name] ?? standard;
    const read = typeof standard === 'number' ? Number(value) : String(value);
    if (typeof read === 'number' && !isPossible(name, read)) {
      const range = name === 'status' ? 'whole, from 200 to 599' : 'whole, and below 2147483648';
      throw new RangeError(
        `Cannot set "${name}" of the fault "${kind}" to ${String(value)}: it takes a number: ${range}`,
      );
    }
    if (name === 'stage' && !STAGES.some((stage) => stage === read)) {
      throw new RangeError(`Cannot set "stage" of the fault "${kind}": it is before, in or after the body`);
    }
    return [name, read] as const;
  });
  return Object.fromEntries(rows);
}

/** Timers and statuses of Node refuse other numbers, or ignore them. */
function isPossible(name: string, value: number): boolean {
  return name === 'status'
    ? Number.isInteger(value) && value >= 200 && value <= 599
    : Number.isInteger(value) && Math.abs(value) < 2 ** 31;
}

export function numberOf({ parameters }: Fault, name: string): number {
  return Number(parameters[name]);
}

/** Empty if the kind has no such parameter. */
export function textOf({ parameters }: Fault, name: string): string {
  return String(parameters[name] ?? '');
}
