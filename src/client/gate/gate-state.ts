import { isJsonObject, parseJson } from '../../base/index.ts';

/**
 * The state that all processes with the same token share, stored as a JSON file. All times are milliseconds since the
 * Unix epoch. `format` is also part of the file name, so that versions do not read each other's state.
 */
export interface GateState {
  readonly format: typeof GATE_FORMAT;
  /** Set if the service asked not to send anything until then. */
  readonly pause: { readonly untilMs: number; readonly reason: string } | null;
  /** When the response to the last write arrived; 0 before the first. */
  readonly lastWriteMs: number;
  /** The last reported primary limits, by resource (`core`, `search`). */
  readonly buckets: Readonly<Record<string, Bucket>>;
  /** The resource that an endpoint (`GET /user`) counts against, learned from responses. */
  readonly resources: Readonly<Record<string, string>>;
  /** How long slow responses of an endpoint take. */
  readonly pacesMs: Readonly<Record<string, number>>;
  /** What was spent of each secondary limit, oldest first, by the keys of `costsOf()`. */
  readonly spent: Readonly<Record<string, readonly Spending[]>>;
  /** Pending requests of all processes. */
  readonly leases: readonly Lease[];
  /** The number of the next lease. */
  readonly nextLease: number;
}

export interface Bucket {
  readonly remaining: number;
  /** When the window ends, on our clock. */
  readonly resetMs: number;
  /** The end of the wait after a refusal; overrides what other responses say about the window. */
  readonly refusedUntilMs?: number;
}

/** The service's longest window is an hour; the rest allows for clock skew. A later end is wrong. */
export const MAX_WINDOW_MS = 65 * 60_000;

/** An amount, and the time by which the service has certainly counted it. */
export type Spending = readonly [untilMs: number, amount: number];

/** A pending request. */
export interface Lease {
  readonly id: number;
  /** The process that sends it. */
  readonly pid: number;
  /** The namespace of the process id; older versions omitted it. */
  readonly place?: string;
  readonly sentMs: number;
  readonly endpoint: string;
  /** The resource that it counts against; null if it is free. */
  readonly resource: string | null;
  readonly isWrite: boolean;
  readonly costs: Readonly<Record<string, number>>;
}

export const GATE_FORMAT = 1;

/** The state of an unused token. */
export function createGateState(): GateState {
  return {
    format: GATE_FORMAT,
    pause: null,
    lastWriteMs: 0,
    buckets: {},
    resources: {},
    pacesMs: {},
    spent: {},
    leases: [],
    nextLease: 1,
  };
}

/** Parses a state file; undefined if this version did not write it. */
export function parseGateState(text: string): GateState | undefined {
  const value = parseJson(text);
  return isGateState(value) ? value : undefined;
}

function isGateState(value: unknown): value is GateState {
  return (
    isJsonObject(value) &&
    value['format'] === GATE_FORMAT &&
    (value['pause'] === null || (isJsonObject(value['pause']) && isPause(value['pause']))) &&
    isNumber(value['lastWriteMs']) &&
    isNumber(value['nextLease']) &&
    isRecordOf(value['buckets'], isBucket) &&
    isRecordOf(value['resources'], (resource) => typeof resource === 'string') &&
    isRecordOf(value['pacesMs'], isNumber) &&
    isRecordOf(value['spent'], (rows) => isListOf(rows, isSpending)) &&
    isListOf(value['leases'], isLease)
  );
}

function isBucket(value: unknown): boolean {
  return (
    hasNumbers(value, ['remaining', 'resetMs']) &&
    isJsonObject(value) &&
    (value['refusedUntilMs'] === undefined || isNumber(value['refusedUntilMs']))
  );
}

function isPause(value: Readonly<Record<string, unknown>>): boolean {
  return isNumber(value['untilMs']) && typeof value['reason'] === 'string';
}

function isSpending(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function isLease(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    hasNumbers(value, ['id', 'pid', 'sentMs']) &&
    typeof value['endpoint'] === 'string' &&
    (value['place'] === undefined || typeof value['place'] === 'string') &&
    (value['resource'] === null || typeof value['resource'] === 'string') &&
    typeof value['isWrite'] === 'boolean' &&
    isRecordOf(value['costs'], isNumber)
  );
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return isJsonObject(value) && names.every((name) => isNumber(value[name]));
}

function isRecordOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return isJsonObject(value) && Object.values(value).every(isMember);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
