import type { JsonValue } from '../../../base/index.ts';

type Headers = Readonly<Record<string, string>>;

/** What a handler decides; how it travels is the business of `to-response.ts`. */
export type Answer =
  | { readonly type: 'json'; readonly status: number; readonly body: JsonValue; readonly headers?: Headers }
  /** To a file elsewhere; `revision` says which bytes are there, for a validator. */
  | { readonly type: 'redirect'; readonly location: string; readonly revision: string }
  /** For good: the record has another address now. */
  | { readonly type: 'moved'; readonly location: string; readonly status?: number }
  | { readonly type: 'empty'; readonly status: 204 | 205; readonly headers?: Headers }
  /** The caller knows already, and nothing was changed. */
  | { readonly type: 'not_modified' }
  | ErrorAnswer;

export interface ErrorAnswer {
  readonly type: 'error';
  readonly status: number;
  readonly message: string;
  /** Members of a validation error's `errors`. */
  readonly errors?: readonly JsonValue[];
  readonly headers?: Headers;
  /** Path of the documentation, where it is not the endpoint's own. */
  readonly documentation?: string;
  /** True where the answer tells nothing of the primary limit. */
  readonly hidesQuota?: boolean;
}

/** Success with a JSON body. */
export function json(body: JsonValue, headers: Headers = {}): Answer {
  return { type: 'json', status: 200, body, headers };
}

/** Success with one page of a list. */
export function jsonPage(
  items: readonly JsonValue[],
  link: string | undefined,
  headers: Headers = {},
): Answer {
  return {
    type: 'json',
    status: 200,
    body: items,
    headers: link === undefined ? headers : { ...headers, link },
  };
}
