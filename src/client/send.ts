import type { JsonObject } from '../base/json.ts';
import type { Failure } from '../model/failure.ts';

/** The methods of the API. */
export type ApiMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What every call to the service has. */
export interface CallBasics {
  /** A verb phrase that can follow "Cannot": `start a migration`. */
  readonly action: string;
  readonly method: ApiMethod;
  /** The path template of the specification (`/orgs/{org}/migrations`): limits are counted by it. */
  readonly route: string;
  readonly body?: JsonObject | undefined;
  /** Statuses outside 2xx that are not failures of this call. */
  readonly expects?: readonly number[] | undefined;
  /** What a 404 means (`there is no such migration`); default: it may also be hidden from the token. */
  readonly missing?: string | undefined;
  /** True if the service must answer in full: neither the cache nor its validators show every change. */
  readonly isFresh?: boolean | undefined;
  /** What to do before the service allows the next poll; default: give the last answer if nothing was written since, else wait. */
  readonly polling?: Polling | undefined;
  /** What the call reads or changes, if a change of it makes the last answer of a polled list wrong: `notifications`. */
  readonly topic?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A call as the endpoints define it. */
export interface ApiCall extends CallBasics {
  /** The values of the route's placeholders; each is escaped as one path segment. */
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
  /** Undefined members are omitted; lists repeat the name. */
  readonly query?:
    | Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
    | undefined;
  /** An address from the service that replaces route and query; only on the same origin. */
  readonly url?: URL | undefined;
  /** The media type to ask for; default: that of the dialect. */
  readonly accept?: string | undefined;
}

/** A call with its address, as the decorators see it. */
export interface ApiRequest extends CallBasics {
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if the body is not text: the answer's `text` has a character for each byte. */
  readonly hasBytes?: boolean;
  /** True for requests of an app as itself, with its key instead of a token. */
  readonly isFromApp?: boolean;
}

/** A complete response. */
export interface ApiResponse {
  /** The address that answered, after redirects. */
  readonly url: URL;
  readonly status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The parsed text; undefined if it is not JSON. */
  readonly body: unknown;
  /** True for a response from the cache: it has not changed, or the service does not allow another request yet. */
  readonly isUnchanged?: boolean | undefined;
}

/** Sends one request and returns its response, whatever the status. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Adds behaviour to a sender. */
export type Decorator = (next: Send) => Send;

/** A wait of the client, reported before it begins. */
export interface Wait {
  /** A clause without final period: `the service asks to wait`. */
  readonly reason: string;
  /** When it ends, in milliseconds since the Unix epoch on the client's clock. */
  readonly untilMs: number;
  /** The failure after which the request is repeated; undefined for limits and answers. */
  readonly failure?: Failure | undefined;
}

/** Waiting for the next poll, or being given the last answer, however old, without waiting. */
export type Polling = 'wait' | { readonly onKnown: (known: KnownAnswer) => void };

/** When a cached answer was given, and when the service allows the next poll. */
export interface KnownAnswer {
  readonly answeredMs: number;
  readonly nextPollMs: number;
}

/** Is notified of a wait before it begins. */
export type OnWait = (wait: Wait) => void;
