import { isJsonObject, parseJson } from '../../base/index.ts';

/**
 * What all processes of one token know together. It is kept as one JSON file, so every member is plain JSON; all times
 * are milliseconds since the Unix epoch. `format` is part of the file's name as well: versions do not read each other's.
 */
export interface GateState {
  readonly format: typeof GATE_FORMAT;
  /** Nothing is sent before this moment, because the service said so; null where it did not. */
  readonly pause: { readonly untilMs: number; readonly reason: string } | null;
  /** When the last write was answered; 0 before the first. */
  readonly lastWriteMs: number;
  /** Primary limits as the service last told them, by resource (`core`, `search`). */
  readonly buckets: Readonly<Record<string, Bucket>>;
  /** The resource that an endpoint (`GET /user`) counts against, once an answer named it. */
  readonly resources: Readonly<Record<string, string>>;
  /** How long the slower answers of an endpoint take. */
  readonly pacesMs: Readonly<Record<string, number>>;
  /** What was spent of each secondary limit, oldest first, by the key that `costsOf()` gives it. */
  readonly spent: Readonly<Record<string, readonly Spending[]>>;
  /** Requests under way, of all processes. */
  readonly leases: readonly Lease[];
  /** The number of the next lease. */
  readonly nextLease: number;
}

export interface Bucket {
  readonly remaining: number;
  /** When the window ends, on our clock. */
  readonly resetMs: number;
  /** Until when a refusal said to wait; it holds whatever other answers tell of the window. */
  readonly refusedUntilMs?: number;
}

/** No window of the service is longer than an hour; clocks differ a little. A later end is an error of somebody. */
export const MAX_WINDOW_MS = 65 * 60_000;

/** An amount, and the moment by which it was surely counted at the service. */
export type Spending = readonly [untilMs: number, amount: number];

/** One request under way. */
export interface Lease {
  readonly id: number;
  /** The process that sends it: a dead one is not waited for. */
  readonly pid: number;
  /** Where that id is valid; left out by older versions. */
  readonly place?: string;
  readonly sentMs: number;
  readonly endpoint: string;
  /** The resource it counts against; null where it is free. */
  readonly resource: string | null;
  readonly isWrite: boolean;
  readonly costs: Readonly<Record<string, number>>;
}

export const GATE_FORMAT = 1;

/** The state of a token that was never used. */
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

/** Reads a state file; undefined where it is not what this version writes. */
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
