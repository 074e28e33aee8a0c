import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestName,
  quoteText,
} from '../../../base/index.ts';

interface FaultKind {
  /** The requests that it can affect. */
  readonly at: 'api' | 'both' | 'migration' | 'storage';
  readonly summary: string;
  /** The parameters with their defaults. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** The faults that can be injected. */
export const FAULT_KINDS = {
  answer: {
    at: 'both',
    summary: 'responds without handling the request',
    parameters: { status: 500, body: '' },
  },
  lost_answer: {
    at: 'both',
    summary: 'handles the request, but responds with an error',
    parameters: { status: 502, body: '' },
  },
  delay: { at: 'both', summary: 'responds late', parameters: { delay_ms: 1_000 } },
  reset: {
    at: 'both',
    summary: 'closes the connection: before, in or after the body',
    parameters: { stage: 'before' },
  },
  wrong_length: {
    at: 'both',
    summary: 'announces more bytes than it sends, or fewer for a negative number',
    parameters: { bytes: 100 },
  },
  wrong_clock: {
    at: 'both',
    summary: 'reports a wrong time',
    parameters: { offset_seconds: -3_600 },
  },
  secondary_limit: {
    at: 'api',
    summary: 'reports that a secondary limit is exceeded; without Retry-After if it is 0',
    parameters: { status: 403, retry_after: 0 },
  },
  primary_limit: {
    at: 'api',
    summary: 'reports that the primary limit is exceeded',
    parameters: { status: 403, reset_seconds: 60 },
  },
  duplicate_page: { at: 'api', summary: 'repeats the previous page', parameters: {} },
  foreign_link: {
    at: 'api',
    summary: 'links to another origin in its Link header',
    parameters: { origin: 'http://elsewhere.example' },
  },
  moved: {
    at: 'api',
    summary: 'redirects to `location`, or to the same URL',
    parameters: { location: '', status: 301 },
  },
  stale_etag: {
    at: 'api',
    summary: 'responds "not modified" to every conditional request',
    parameters: {},
  },
  poll_interval: {
    at: 'api',
    summary: 'asks to be polled less often',
    parameters: { seconds: 300 },
  },
  truncated_archive: {
    at: 'storage',
    summary: 'truncates the archive',
    parameters: { bytes: 100 },
  },
  corrupted_archive: {
    at: 'storage',
    summary: 'changes a byte of the archive',
    parameters: { offset: 100 },
  },
  ignored_range: { at: 'storage', summary: 'sends the whole object instead of a range', parameters: {} },
  changed_object: {
    at: 'storage',
    summary: 'serves a different object than before',
    parameters: {},
  },
  expired_link: { at: 'storage', summary: 'reports that the link has expired', parameters: {} },
  failed_migration: {
    at: 'migration',
    summary: 'makes the next migration fail',
    parameters: {},
  },
  pending_migration: {
    at: 'migration',
    summary: 'keeps the next migration pending',
    parameters: {},
  },
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;

/** A fault to inject. */
export interface Fault {
  readonly kind: FaultKindName;
  /**
   * The requests that it affects: method and path (`GET /user/migrations`) with parameters as in the table of routes, a path
   * alone, or `storage`; all that its kind can affect if empty.
   */
  readonly route: string;
  /** The number of requests it affects. */
  readonly times: number;
  /** The number of matching requests before those. */
  readonly skip: number;
  /** All parameters of its kind. */
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
    const nearest = nearestName(String(name), names);
    const kinds =
      nearest === undefined
        ? `the kinds are ${names.join(', ')}`
        : `there is no such kind; did you mean "${nearest}"?`;
    throw new RangeError(`Cannot make the fault ${quoteText(String(name))}: ${kinds}`);
  }
  return kind;
}

function countOf(name: string, value: JsonValue): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`Cannot read "${name}" of the fault: ${quoteText(String(value))} is not a count`);
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

export function numberOf({ parameters }: Fault, name: string): number {
  return Number(parameters[name]);
}

/** Empty if the kind has no such parameter. */
export function textOf({ parameters }: Fault, name: string): string {
  return String(parameters[name] ?? '');
}
