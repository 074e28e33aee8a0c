import { Failure } from './failure.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';

/** An error as plain data, for the way between threads and processes, where classes do not survive. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Of a failure: what makes it one. */
  readonly failure?: {
    readonly code: FailureCode;
    readonly hint: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Makes plain data of whatever was thrown. */
export function carryError(error: unknown): CarriedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof Failure)) {
    return { name, message, stack };
  }
  const { code, hint, details } = error;
  return { name, message, stack, failure: { code, hint, details } };
}

/** Makes an error again of what was carried: a failure where it was one. */
export function restoreError(carried: CarriedError): Error {
  const { name, message, stack, failure } = carried;
  const isFailure = failure !== undefined && Object.hasOwn(FAILURES, failure.code);
  const error = isFailure ? new Failure(failure.code, message, failure) : new Error(message);
  return Object.assign(error, { ...(isFailure ? {} : { name }), ...(stack === undefined ? {} : { stack }) });
}
