import { constants } from 'node:os';

/** What fails in this room, with what to do next; a single failure can override it. */
export const SYSTEM_HINTS = {
  absent: 'Check the name',
  busy: 'Try again in a few seconds',
  'disk-full': 'Free some space and run the same command again',
  'file-system': 'Check the path and its permissions',
  internal: 'Run again with --debug and report the stack',
  locked: 'Wait until it has finished',
  'package-missing': 'Install it with npm',
  usage: "See the command's --help",
} as const;

export type SystemFailureCode = keyof typeof SYSTEM_HINTS;

export interface FailureOptions {
  readonly cause?: unknown | undefined;
  /** Replaces the hint of the code. */
  readonly hint?: string | undefined;
  /** Facts for programs: plain JSON values, printed with `--json`. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What `Failure` extends. The message is a sentence without a final period that says what failed, on what, and why; the
 * hint says what a person at the command line can do.
 */
export class AnyFailure<Code extends string = string> extends Error {
  override readonly name = 'Failure';
  readonly code: Code;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: Code, message: string, options: FailureOptions & { readonly hint: string }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }

  /** What comes after `Cannot …: ` in the message, for sentences that already say what was attempted. */
  get reason(): string {
    return this.message.replace(/^Cannot .*?: /s, '');
  }
}

/** A failure of files, locks, programs or packages. */
export class SystemFailure extends AnyFailure<SystemFailureCode> {
  constructor(code: SystemFailureCode, message: string, options: FailureOptions = {}) {
    super(code, message, { ...options, hint: options.hint ?? SYSTEM_HINTS[code] });
  }
}

/** Throws if an invariant of our own code is violated; `claim` states the invariant. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) {
    throw new SystemFailure('internal', `Violated invariant: ${claim}`);
  }
}

/** An error as plain data: classes do not survive the passage between threads and processes. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Present if the error is a failure. */
  readonly failure?: Pick<AnyFailure, 'code' | 'hint' | 'details'>;
}

/** Converts whatever was thrown to plain data. */
export function carryError(error: unknown): CarriedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof AnyFailure)) {
    return { name, message, stack };
  }
  const { code, hint, details } = error;
  return { name, message, stack, failure: { code, hint, details } };
}

/** Restores an error from plain data, as a failure if it was one. */
export function restoreError(carried: CarriedError): Error {
  const { name, message, stack, failure } = carried;
  const error =
    failure === undefined
      ? Object.assign(new Error(message), { name })
      : new AnyFailure(failure.code, message, failure);
  return Object.assign(error, stack === undefined ? {} : { stack });
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
