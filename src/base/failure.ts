import { constants } from 'node:os';
import { EXIT_CODES } from './exit-codes.table.ts';
import { FAILURES, type FailureCode } from './failures.table.ts';
import { redactSecrets } from './redact-secrets.ts';

interface FailureOptions {
  readonly cause?: unknown;
  /** Replaces the hint of the table where this failure knows a better next step. */
  readonly hint?: string;
  /** Facts for machines: plain JSON values, printed with `--json`. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The one error class for everything that can go wrong outside our own code.
 * The message is a sentence without a final period: what failed, on what, and what was found. It goes to terminals, logs,
 * journals and messages, so that whatever has the look of a secret is taken out here.
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

  /** The exit status of a command that ends with this failure. */
  get exitStatus(): number {
    return EXIT_CODES[FAILURES[this.code].exit].status;
  }

  /** True where the same request may succeed later: limits, server errors, network. */
  get isTemporary(): boolean {
    return FAILURES[this.code].exit === 'temporary';
  }
}

/** Stops on a broken promise of our own code; `claim` says what was promised. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) {
    throw new Failure('internal', `Broken promise: ${claim}`);
  }
}

/** The `code` of a system error (`ENOENT`, `ECONNRESET`, …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) {
    return undefined;
  }
  return error.code.startsWith('Unknown system error') ? nameOfErrno(error) : error.code;
}

/** libuv has no name for some errors, a spent quota among them; the system has. */
function nameOfErrno(error: Error & { readonly code?: unknown }): string {
  const errno = 'errno' in error ? error.errno : undefined;
  const known = Object.entries(constants.errno).find(([, number]) => number === -Number(errno));
  return known?.[0] ?? String(error.code);
}

/** The message of whatever was thrown, for use after a colon in one of our own sentences. */
export function messageOf(error: unknown): string {
  return redactSecrets(error instanceof Error ? error.message : String(error));
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
