import { AnyFailure, type FailureOptions } from '../base/failure.ts';
import type { ExitName } from './exit-codes.table.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';
import { redactSecrets } from './redact-secrets.ts';

/**
 * The only error class for whatever goes wrong outside of our own code. The message is a sentence without a final
 * period that says what failed, on what, and why. It ends up in terminals, logs, journals and notifications, so
 * anything that looks like a secret is redacted here.
 */
export class Failure extends AnyFailure<FailureCode> {
  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    const details = redactMembers(options.details ?? {});
    super(code, redactSecrets(message), { ...options, details }, FAILURES[code]);
  }

  /** What fails in `base` is a failure too: the table has its codes. */
  static override [Symbol.hasInstance](error: unknown): error is Failure {
    return error instanceof AnyFailure;
  }
}

/** How a command exits that fails with this error. */
export function exitOf(error: unknown): ExitName {
  return error instanceof Failure ? FAILURES[error.code].exit : 'failed';
}

/** True if the same request may succeed later: limits, server errors, network. */
export function isTemporary(error: unknown): error is Failure {
  return exitOf(error) === 'temporary';
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

/** What was thrown as a failure: an interruption if the signal says so, and `internal` for what nothing expected. */
export function failureOf(error: unknown, { aborted, reason }: AbortSignal): Failure {
  if (aborted) {
    return reason instanceof Failure && reason.code === 'terminated'
      ? new Failure('terminated', 'Stopped by SIGTERM', { cause: error })
      : new Failure('interrupted', 'Interrupted', { cause: error });
  }
  return error instanceof Failure
    ? error
    : (schemaFailure(error) ??
        new Failure('internal', `Unexpected failure: ${messageOf(error)}`, { cause: error }));
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
