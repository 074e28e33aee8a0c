import type { JsonObject } from '../base/index.ts';

/** The methods of the service's interface. */
export type ApiMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What every call says, whatever its address. */
interface CallBasics {
  /** What the call is for, as a verb phrase that can follow "Cannot": `start a migration`. */
  readonly action: string;
  readonly method: ApiMethod;
  /** The path template as the specification writes it (`/orgs/{org}/migrations`): limits count by it. */
  readonly route: string;
  readonly body?: JsonObject;
  /** Statuses outside 2xx that are answers to this call and no failures. */
  readonly expects?: readonly number[];
  /** What a 404 means here (`there is no such migration`); without it, it may also be hidden from the token. */
  readonly missing?: string;
  readonly signal?: AbortSignal;
}

/** A call as the endpoints state it. */
export interface ApiCall extends CallBasics {
  /** Fills the braces of the route; each value is escaped as one path segment. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Undefined members are left out; a list repeats its name. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** An address that the service itself gave, in place of route and query; on its origin only. */
  readonly url?: URL;
}

/** A call with its address, on its way through the decorators. */
export interface ApiRequest extends CallBasics {
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer, read to its end. */
export interface ApiResponse {
  /** The address that answered: the last one where redirects were followed. */
  readonly url: URL;
  readonly status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The text as JSON, or undefined where it is none. */
  readonly body: unknown;
  /** True where it is an earlier answer again: the service said that nothing changed, or wants no question yet. */
  readonly isUnchanged?: boolean;
}

/** Sends one request and gives its answer, whatever the status. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** Adds one habit to a sender. */
export type Decorator = (next: Send) => Send;
