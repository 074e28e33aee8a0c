import type { TokenKind } from './dialects.table.ts';
import type { MigrationId } from './migrations.ts';

// Types rather than interfaces, so that they are objects with any members, too.

/** What the service or its storage answered. */
export type AnswerDetails = {
  /** The HTTP status. */
  readonly status?: number | undefined;
  /** What the service finds wrong with the request. */
  readonly errors?: readonly unknown[] | undefined;
  /** The id of the request at the service, for its support. */
  readonly requestId?: string | undefined;
};

/** How a connection broke. */
export type ConnectionDetails = {
  /** The code of the system or of undici, such as `ECONNRESET`. */
  readonly errorCode?: string | undefined;
  /** False if the service cannot have received the request. */
  readonly wasSent?: boolean | undefined;
  /** Of git: whether another try may succeed. */
  readonly mayPass?: boolean | undefined;
};

/** Who holds a lock. */
export type HolderDetails = {
  readonly command?: string | undefined;
  /** In ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly pid?: number | undefined;
  readonly host?: string | undefined;
};

/** What a failure says in `details`, by its code. Each is there only if it is known; other codes have none that are promised. */
export interface FailureDetails {
  /** Its `status` is 404 or 410 if the service says so. It also answers 404 for what the token cannot see. */
  readonly absent: AnswerDetails & {
    /** Of the place of a vault: whether one can be made there. */
    readonly isFree?: boolean | undefined;
    /** Of an archive: true if the service no longer has it. */
    readonly isGone?: boolean | undefined;
    /** Of an export: true if no repository is there, or none is chosen. */
    readonly hasNothingToExport?: boolean | undefined;
  };
  readonly 'archive-damaged': {
    /** How often each finding occurs. */
    readonly findings?: readonly { readonly code: string; readonly count: number }[] | undefined;
    /** What is wrong with its encryption. */
    readonly found?: string | undefined;
  };
  readonly 'configuration-wrong': {
    readonly problems?:
      | readonly {
          readonly line: number;
          readonly column: number;
          /** JSON pointer to the member; empty for a syntax error. */
          readonly pointer: string;
          readonly message: string;
        }[]
      | undefined;
  };
  readonly 'copy-unsafe': {
    /** The copy that was written. */
    readonly path?: string | undefined;
    /** The first thousand places. `kind` is `repository`, `address`, `secret`, `person`, `name` or `text`; `line` is 0 for a file's name. */
    readonly places?:
      | readonly { readonly file: string; readonly line: number; readonly kind: string }[]
      | undefined;
  };
  readonly 'disk-full': {
    readonly neededBytes?: number | undefined;
    readonly freeBytes?: number | undefined;
  };
  readonly exists: {
    /** What is there. */
    readonly path?: string | undefined;
  };
  readonly forbidden: AnswerDetails & {
    /** Where the owner of the token authorizes it for the organization. */
    readonly authorizeUrl?: string | undefined;
  };
  readonly locked: HolderDetails;
  readonly 'migration-failed': { readonly id?: MigrationId | undefined };
  readonly network: ConnectionDetails;
  readonly 'not-the-service': AnswerDetails & {
    /** True if the answer is larger than any is read: ask for less. */
    readonly isTooLarge?: boolean | undefined;
  };
  readonly 'rate-limited': AnswerDetails & {
    /** True if the call did not wait, because `canWait` is false. */
    readonly isWaitUnwanted?: boolean | undefined;
    /** When the limit ends, in ISO 8601. */
    readonly until?: string | undefined;
  };
  readonly 'request-refused': AnswerDetails;
  readonly 'search-refused': {
    /** The position of the wrong word, from 1, in UTF-16 units; absent if the search is valid, and cannot be answered. */
    readonly position?: number | undefined;
    /** The wrong word. */
    readonly token?: string | undefined;
    /** What is wrong with it, as the end of a sentence. */
    readonly reason?: string | undefined;
    /** What was probably meant. */
    readonly suggestion?: string | undefined;
  };
  readonly 'service-unavailable': AnswerDetails & {
    /** True if the call did not wait, because `canWait` is false. */
    readonly isWaitUnwanted?: boolean | undefined;
    /** How long the service asks to wait. */
    readonly retryAfterMs?: number | undefined;
  };
  readonly 'still-pending': { readonly id?: MigrationId | undefined };
  readonly 'token-kind': {
    readonly kind?: TokenKind | undefined;
    /** The kinds that the call accepts. */
    readonly accepted?: readonly TokenKind[] | undefined;
    /** The scopes of which a classic token needs one. */
    readonly scopes?: readonly string[] | undefined;
  };
  readonly 'timed-out': ConnectionDetails & {
    /** The time that was exceeded. */
    readonly afterMs?: number | undefined;
    /** The setting of the client that says it: `callTimeoutMs`, or a member of `timeouts`. */
    readonly limit?:
      | 'callTimeoutMs'
      | 'connectMs'
      | 'headersMs'
      | 'stallMs'
      | 'wholeMs'
      | 'slowMs'
      | undefined;
  };
  readonly unauthorized: AnswerDetails;
}
