import { constants } from 'node:os';
import { EXIT_CODES } from './exit-codes.table.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';
import { redactSecrets } from './redact-secrets.ts';

interface FailureOptions {
  readonly cause?: unknown;
  /** Replaces the hint of the table. */
  readonly hint?: string;
  /** Facts for programs: plain JSON values, printed with `--json`. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The only error class for whatever goes wrong outside of our own code. The message is a sentence without a final
 * period that says what failed, on what, and why. It ends up in terminals, logs, journals and notifications, so
 * anything that looks like a secret is redacted here.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(redactSecrets(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? FAILURES[code].hint;
    this.details = redactMembers(options.details ?? {});
  }

  /** What comes after `Cannot …: ` in the message, for sentences that already say what was attempted. */
  get reason(): string {
    return this.message.replace(/^Cannot .*?: /s, '');
  }

  /** The exit status of a command that fails with it. */
  get exitStatus(): number {
    return EXIT_CODES[FAILURES[this.code].exit].status;
  }

  /** True if the same request may succeed later: limits, server errors, network. */
  get isTemporary(): boolean {
    return FAILURES[this.code].exit === 'temporary';
  }
}

/** Throws if an invariant of our own code is violated; `claim` states the invariant. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) {
    throw new Failure('internal', `Violated invariant: ${claim}`);
  }
}

/** An error as plain data: classes do not survive the passage between threads and processes. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Present if the error is a `Failure`. */
  readonly failure?: {
    readonly code: FailureCode;
    readonly hint: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Converts whatever was thrown to plain data. */
export function carryError(error: unknown): CarriedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof Failure)) {
    return { name, message, stack };
  }
  const { code, hint, details } = error;
  return { name, message, stack, failure: { code, hint, details } };
}

/** Restores an error from plain data, as a `Failure` if it was one. */
export function restoreError(carried: CarriedError): Error {
  const { name, message, stack, failure } = carried;
  const isFailure = failure !== undefined && Object.hasOwn(FAILURES, failure.code);
  const error = isFailure ? new Failure(failure.code, message, failure) : new Error(message);
  return Object.assign(error, { ...(isFailure ? {} : { name }), ...(stack === undefined ? {} : { stack }) });
}

/** The `code` of a system error (`ENOENT`, `ECONNRESET`, …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) {
    return undefined;
  }
  return error.code.startsWith('Unknown system error') ? nameOfErrno(error) : error.code;
}

/** libuv has no name for some errors, such as an exceeded quota, but the system has. */
function nameOfErrno(error: Error & { readonly code?: unknown }): string {
  const errno = 'errno' in error ? error.errno : undefined;
  const known = Object.entries(constants.errno).find(([, number]) => number === -Number(errno));
  return known?.[0] ?? String(error.code);
}

/** The message of whatever was thrown, for use after a colon in our own messages. */
export function messageOf(error: unknown): string {
  return redactSecrets(error instanceof Error ? error.message : String(error));
}

/** What SQLite reports of a table or column that our own statements need, from whichever thread or process. */
const LACKING = /^no such (?:table|column): .+/;

/** The failure of a store without the schema of this Satchel, whatever its version says; undefined for other errors. */
export function schemaFailure(error: unknown): Failure | undefined {
  const isOfStore = error instanceof Error && error.name === 'SqliteError' && LACKING.test(error.message);
  return isOfStore
    ? new Failure('store-older', `Cannot read the store: it has another schema (${error.message})`, {
        cause: error,
      })
    : undefined;
}

function redactMembers<Members extends object>(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, redactValue(value)]),
  ) as Members; // The same members, of the same types.
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') {
    return redactSecrets(value);
  }
  if (Array.isArray(value)) {
    return value.map(redactValue);
  }
  const isPlain = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isPlain ? redactMembers(value) : value;
}
