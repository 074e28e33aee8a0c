import type { JsonValue } from '../../../base/index.ts';

type Headers = Readonly<Record<string, string>>;

/** What a handler decides; how it travels is the business of `to-response.ts`. */
export type Answer =
  | { readonly type: 'json'; readonly status: number; readonly body: JsonValue; readonly headers?: Headers }
  | { readonly type: 'redirect'; readonly location: string }
  | { readonly type: 'empty'; readonly status: 204 | 205 }
  | ErrorAnswer;

export interface ErrorAnswer {
  readonly type: 'error';
  readonly status: number;
  readonly message: string;
  /** Members of a validation error's `errors`. */
  readonly errors?: readonly JsonValue[];
  readonly headers?: Headers;
}

/** Success with a JSON body. */
export function json(body: JsonValue): Answer {
  return { type: 'json', status: 200, body };
}

/** Success with one page of a list. */
export function jsonPage(items: readonly JsonValue[], link: string | undefined): Answer {
  return { type: 'json', status: 200, body: items, headers: link === undefined ? {} : { link } };
}
