import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';

type Headers = Readonly<Record<string, string>>;

/** The result of a handler; `to-response.ts` converts it to a response. */
export type Answer =
  | { readonly type: 'json'; readonly status: number; readonly body: JsonValue; readonly headers?: Headers }
  /** A temporary redirect to a file; `revision` identifies its content for a validator. */
  | { readonly type: 'redirect'; readonly location: string; readonly revision: string }
  /** A permanent redirect. */
  | { readonly type: 'moved'; readonly location: string; readonly status?: number }
  /** Sent as it is. */
  | { readonly type: 'response'; readonly response: Response }
  /** With 304, the caller already has the current version, and nothing was changed. */
  | { readonly type: 'empty'; readonly status: 204 | 205 | 304; readonly headers?: Headers }
  | ErrorAnswer;

export interface ErrorAnswer {
  readonly type: 'error';
  readonly status: number;
  readonly message: string;
  /** Members of a validation error's `errors`. */
  readonly errors?: readonly JsonValue[];
  readonly headers?: Headers;
  /** Path of the documentation; default: that of the endpoint. */
  readonly documentation?: string;
  /** True to omit the headers of the primary limit. */
  readonly hidesQuota?: boolean;
}

/** A JSON body with status 200. */
export function json(body: JsonValue, headers: Headers = {}): Answer {
  return { type: 'json', status: 200, body, headers };
}

export function apiError(status: number, message: string): ErrorAnswer {
  return { type: 'error', status, message };
}

/** The same response for what is missing, hidden, expired or deleted, so that it reveals nothing. */
export function notFound(): ErrorAnswer {
  return apiError(404, 'Not Found');
}

/** A fault in a field of a body or query; `code` is one of the documented ones, such as `missing_field`. */
export interface FieldFault {
  readonly field: string;
  readonly code?: string;
  readonly index?: number;
  readonly message?: string;
}

/** The response to faulty fields, which are `invalid` unless they say otherwise. */
export function validationFailed(
  resource: string,
  faults: readonly (FieldFault | string)[],
): ErrorAnswer & Pick<Required<ErrorAnswer>, 'errors'> {
  const errors = faults.map((fault) => {
    return { resource, code: 'invalid', ...(typeof fault === 'string' ? { field: fault } : fault) };
  });
  return { ...apiError(422, 'Validation Failed'), errors };
}

/** The same error with a sentence for each invalid field. */
export function withSimpleErrors(answer: ErrorAnswer): ErrorAnswer {
  if (answer.errors === undefined) {
    return answer;
  }
  const errors = answer.errors.map((error) =>
    isJsonObject(error) ? `${error['field']} is ${String(error['code']).replace('_field', '')}` : error,
  );
  return { ...answer, errors };
}

/** The body of an error response; its `status` is a string, as in the service. */
export function errorJson({ status, message, errors }: ErrorAnswer, documentationUrl: string): JsonObject {
  return {
    message,
    ...(errors === undefined ? {} : { errors }),
    documentation_url: documentationUrl,
    status: String(status),
  };
}
