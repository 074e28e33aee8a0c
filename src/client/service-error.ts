import { isJsonObject, type JsonObject } from '../base/index.ts';
import { showForeignText } from './foreign-text.ts';

/** How many members of an `errors` list one sentence shows. */
const MAX_ERRORS_SHOWN = 5;

/** An error body of the service (specification 7; real bodies add a documentation link and a list). */
export interface ServiceError {
  readonly message: string;
  readonly documentationUrl: string | undefined;
  readonly errors: readonly unknown[];
}

/** Reads an error body, or gives undefined where the body is no error of the service. */
export function serviceErrorOf(body: unknown): ServiceError | undefined {
  if (!isJsonObject(body) || typeof body['message'] !== 'string') {
    return undefined;
  }
  const link = body['documentation_url'];
  return {
    message: body['message'],
    documentationUrl: typeof link === 'string' ? link : undefined,
    errors: Array.isArray(body['errors']) ? body['errors'] : [],
  };
}

/** What the codes of validation errors mean (the real service's list; `invalid_value` is seen beside it). */
const VALIDATION_CODES: Readonly<Record<string, string>> = {
  missing: 'does not exist',
  missing_field: 'is missing',
  invalid: 'is not formed as it should be',
  invalid_value: 'has a value that is not accepted',
  already_exists: 'exists already',
  unprocessable: 'cannot be processed',
};

/** The message and the list of errors as one clause; values come from the body that was sent. */
export function describeServiceError(error: ServiceError, sent: JsonObject | undefined): string {
  const shown = error.errors.slice(0, MAX_ERRORS_SHOWN).map((item) => describeItem(item, sent));
  const rest = error.errors.length - shown.length;
  const list = rest > 0 ? [...shown, `and ${rest} more`] : shown;
  const message = showForeignText(error.message);
  return list.length === 0 ? `"${message}"` : `"${message}": ${list.join('; ')}`;
}

function describeItem(item: unknown, sent: JsonObject | undefined): string {
  if (!isJsonObject(item)) {
    return showForeignText(typeof item === 'string' ? item : JSON.stringify(item));
  }
  const { field, index, code, message } = item;
  const name = typeof field === 'string' ? showForeignText(field) : 'the request';
  const place = typeof index === 'number' ? `${name}[${index}]` : name;
  const value = sentValue(item, sent);
  const subject = value === undefined ? place : `${place} (${showForeignText(JSON.stringify(value))})`;
  const known = typeof code === 'string' ? VALIDATION_CODES[code] : undefined;
  const text = typeof message === 'string' ? message : (known ?? String(code));
  return `${subject} ${showForeignText(text)}`;
}

/** The value at fault: as the error repeats it, else as we sent it. */
function sentValue({ field, index, value }: JsonObject, sent: JsonObject | undefined): unknown {
  if (value !== undefined && value !== null) {
    return value;
  }
  const list = typeof field === 'string' ? sent?.[field] : undefined;
  return Array.isArray(list) && typeof index === 'number' ? list[index] : undefined;
}
