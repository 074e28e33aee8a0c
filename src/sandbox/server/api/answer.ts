import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/index.ts';

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
  /** True where the answer leaves out the headers of the primary limit. */
  readonly hidesQuota?: boolean;
}

/** Success with a JSON body. */
export function json(body: JsonValue, headers: Headers = {}): Answer {
  return { type: 'json', status: 200, body, headers };
}

/** An error by status and the text of its `message`. */
export function apiError(status: number, message: string): ErrorAnswer {
  return { type: 'error', status, message };
}

/** The answer for what is missing, hidden, expired or deleted: one body for all, so that nothing is given away. */
export function notFound(): ErrorAnswer {
  return apiError(404, 'Not Found');
}

/** The answer for a body or query whose fields are wrong. */
export function validationFailed(errors: readonly JsonValue[]): ErrorAnswer {
  return { ...apiError(422, 'Validation Failed'), errors };
}

/** A member of such an answer's `errors`; `code` is one of the documented ones, as `invalid` or `missing_field`. */
export function fieldError(
  resource: string,
  field: string,
  code: string,
  more: Readonly<Record<string, JsonValue>> = {},
): JsonObject {
  return { resource, field, code, ...more };
}

/** The same answer with a sentence for each field that is wrong. */
export function withSimpleErrors(answer: ErrorAnswer): ErrorAnswer {
  if (answer.errors === undefined) {
    return answer;
  }
  const errors = answer.errors.map((error) =>
    isJsonObject(error) ? `${error['field']} is ${String(error['code']).replace('_field', '')}` : error,
  );
  return { ...answer, errors };
}

interface ErrorBody extends Omit<ErrorAnswer, 'documentation'> {
  readonly documentationUrl: string;
}

/** Writes an error body; its `status` is a string, as the service has it. */
export function errorJson({ status, message, errors, documentationUrl }: ErrorBody): JsonObject {
  return {
    message,
    ...(errors === undefined ? {} : { errors }),
    documentation_url: documentationUrl,
    status: String(status),
  };
}
