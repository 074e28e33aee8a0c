import {
  type AnyFailure,
  BaseFailure,
  type DetailedOptions,
  type FailureOptions,
  SystemFailure,
} from '../base/failure.ts';
import type { ExitName } from './exit-codes.table.ts';
import type { FailureDetails } from './failure-details.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';
import { redactSecrets } from './redact-secrets.ts';

/** A failure of a code, with its details. */
export interface FailureOf<Code extends FailureCode> extends AnyFailure<Code> {
  readonly details: DetailsOf<Code>;
}

/** What a failure of a code says. */
export type DetailsOf<Code> = Code extends keyof FailureDetails
  ? FailureDetails[Code]
  : Readonly<Record<string, unknown>>;

/** Any failure: its code says which details it can have. */
export type Failure = { readonly [Code in FailureCode]: FailureOf<Code> }[FailureCode];

/** Makes failures, and recognises them. */
export interface FailureConstructor {
  [Symbol.hasInstance]<Class>(this: Class, error: unknown): error is RecognisedBy<Class>;
  new <Code extends FailureCode>(
    code: Code,
    message: string,
    options?: FailureOptions & { readonly details?: DetailsOf<Code> | undefined },
  ): Extract<Failure, { readonly code: Code }>;
  /** For classes that extend it, which TypeScript allows only without type parameters. */
  new (...parameters: FailureParameters): AnyFailure<FailureCode>;
}

/** What `instanceof` finds: any failure by its code, or an instance of a class that extends it. */
export type RecognisedBy<Class> = Class extends new (
  ...parameters: never
) => infer Instance
  ? AnyFailure<FailureCode> extends Instance
    ? Failure
    : Instance
  : Failure;

/** What a failure is made of: its code says which details it can have. */
export type FailureParameters = {
  readonly [Code in FailureCode]: [
    code: Code,
    message: string,
    options?: FailureOptions & { readonly details?: DetailsOf<Code> | undefined },
  ];
}[FailureCode];

/**
 * The only error class for whatever goes wrong outside of the program. The message is a sentence without a final period
 * that says what failed, on what, and why. It ends up in terminals, logs, journals and notifications, so anything that
 * looks like a secret is redacted here.
 *
 * @example
 * if (error instanceof Failure && error.code === 'rate-limited') console.log(error.details.until);
 */
export const Failure = class Failure extends BaseFailure<FailureCode> {
  constructor(code: FailureCode, message: string, options: DetailedOptions = {}) {
    if (!Object.hasOwn(FAILURES, code)) {
      throw new SystemFailure('usage', `Cannot make a failure of the code "${code}": there is no such code`);
    }
    const details = redactMembers(options.details ?? {});
    super(code, redactSecrets(message), { ...options, details }, FAILURES[code]);
  }

  /** What fails in `base` is a failure too: the table has its codes. What extends this class is a class of its own. */
  static override [Symbol.hasInstance](this: unknown, error: unknown): error is AnyFailure<FailureCode> {
    // biome-ignore-start lint/complexity/noThisInStatic: classes that extend this one inherit the method.
    return this === Failure
      ? error instanceof BaseFailure
      : Function.prototype[Symbol.hasInstance].call(this, error);
    // biome-ignore-end lint/complexity/noThisInStatic: as above.
  }
} as FailureConstructor; // The details of each code are those of the table.

/** How a command exits that fails with this error. */
export function exitOf(error: unknown): ExitName {
  return error instanceof Failure ? FAILURES[error.code].exit : 'failed';
}

/** A fact that rooms tell each other in the details of a failure, whatever its code promises. */
export function detailOf(failure: AnyFailure, name: string): unknown {
  return failure.details[name];
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
