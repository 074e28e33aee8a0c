import { constants } from 'node:os';

/** What to do next, for programs and for people at the command line. */
export interface Hints {
  /** Names neither flags nor commands. */
  readonly hint?: string | undefined;
  /** The same at the command line, if that differs: names flags and commands. */
  readonly commandHint?: string | undefined;
}

/** What fails in this room, with what to do next; a single failure can override it. */
export const SYSTEM_HINTS = {
  absent: { hint: 'Check the name' },
  busy: { hint: 'Try again in a few seconds' },
  'disk-full': { hint: 'Free some space and try again' },
  'file-system': { hint: 'Check the path and its permissions' },
  internal: {
    hint: 'Report the stack of the error and of its cause',
    commandHint: 'Run again with --debug and report the stack',
  },
  locked: { hint: 'Wait until it has finished' },
  'package-missing': { hint: 'Install it with npm' },
  usage: {
    hint: 'All arguments are described in docs/reference/library of the package',
    commandHint: "See the command's --help",
  },
} as const satisfies Readonly<Record<string, Hints>>;

export type SystemFailureCode = keyof typeof SYSTEM_HINTS;

/** What else a failure says. Hints replace those of its code; a single `hint` is for the command line too. */
export interface FailureOptions extends Hints {
  readonly cause?: unknown | undefined;
}

/** The same with facts for programs: plain JSON values, printed with `--json`. Never a secret. */
export interface DetailedOptions extends FailureOptions {
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What every failure has. The message is a sentence without a final period that says what failed, on what, and why; the
 * hint says what a program can do.
 */
export interface AnyFailure<Code extends string = string> extends Error {
  readonly name: string;
  readonly code: Code;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The hint for people at the command line, which names flags and commands. */
  readonly commandHint: string;
  /** What comes after `Cannot …: ` in the message, for sentences that already say what was attempted. */
  readonly reason: string;
  /** What `JSON.stringify` writes: members of an `Error` are not enumerable. */
  toJSON(): Pick<this, 'code' | 'message' | 'hint' | 'details'>;
}

/** What `Failure` extends. */
export class BaseFailure<Code extends string = string> extends Error implements AnyFailure<Code> {
  override readonly name: string = 'Failure';
  readonly code: Code;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly #commandHint: string;

  constructor(code: Code, message: string, options: DetailedOptions, ofCode: Hints = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const hint = options.hint ?? ofCode.hint ?? '';
    this.code = code;
    this.hint = hint;
    this.#commandHint = options.commandHint ?? options.hint ?? ofCode.commandHint ?? hint;
    this.details = options.details ?? {};
  }

  get commandHint(): string {
    return this.#commandHint;
  }

  toJSON(): Pick<this, 'code' | 'message' | 'hint' | 'details'> {
    const { code, message, hint, details } = this;
    return { code, message, hint, details };
  }

  get reason(): string {
    return this.message.replace(/^Cannot .*?: /s, '');
  }
}

/** A failure of files, locks, programs or packages. */
export class SystemFailure extends BaseFailure<SystemFailureCode> {
  constructor(code: SystemFailureCode, message: string, options: DetailedOptions = {}) {
    super(code, message, options, SYSTEM_HINTS[code]);
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
  readonly failure?: Pick<AnyFailure, 'code' | 'hint' | 'commandHint' | 'details'>;
}

/** Converts whatever was thrown to plain data. */
export function carryError(error: unknown): CarriedError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof BaseFailure)) {
    return { name, message, stack };
  }
  const { code, hint, commandHint, details } = error;
  return { name, message, stack, failure: { code, hint, commandHint, details } };
}

/** Restores an error from plain data, as a failure if it was one. */
export function restoreError(carried: CarriedError): Error {
  const { name, message, stack, failure } = carried;
  const error =
    failure === undefined
      ? Object.assign(new Error(message), { name })
      : new BaseFailure(failure.code, message, failure);
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
