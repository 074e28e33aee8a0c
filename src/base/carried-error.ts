import { Failure } from './failure.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';

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
