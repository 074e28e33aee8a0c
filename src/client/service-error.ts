import { isJsonObject, type JsonObject } from '../base/json.ts';
import { terminalLine } from '../base/terminal-text.ts';
import { redactSecrets } from '../model/redact-secrets.ts';

/** Foreign texts are cut to this length in messages. */
const MAX_SHOWN = 300;

const MAX_ERRORS_SHOWN = 5;

/** An error body of the service (specification 7; real bodies add a documentation link and a list). */
export interface ServiceError {
  readonly message: string;
  readonly documentationUrl: string | undefined;
  readonly errors: readonly unknown[];
}

/** Reads an error body; undefined if it is not an error of the service. */
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

/** Codes of validation errors in words (the real service's list, and `invalid_value`, which it sends as well). */
const VALIDATION_CODES: Readonly<Record<string, string>> = {
  missing: 'does not exist',
  missing_field: 'is missing',
  invalid: 'has an invalid format',
  invalid_value: 'has an invalid value',
  already_exists: 'exists already',
  unprocessable: 'cannot be processed',
};

/** Formats the message and the errors as the end of a clause, with values from the body that was sent. */
export function describeServiceError(error: ServiceError, sent: JsonObject | undefined): string {
  const items = error.errors.filter((item) => !isRepeated(item, error.errors));
  const shown = items.slice(0, MAX_ERRORS_SHOWN).map((item) => describeItem(item, sent));
  const rest = items.length - shown.length;
  const list = (rest > 0 ? [...shown, `and ${rest} more`] : shown).join('; ');
  const message = `"${showForeignText(error.message)}"`;
  return list === ''
    ? ` ${message}`
    : error.message === 'Validation Failed'
      ? `: ${list}`
      : ` ${message}: ${list}`;
}

/** The service also reports a field as missing when it rejects one of its elements, which is redundant. */
function isRepeated(item: unknown, all: readonly unknown[]): boolean {
  return (
    isJsonObject(item) &&
    item['code'] === 'missing_field' &&
    all.some((other) => isJsonObject(other) && other['field'] === item['field'] && 'index' in other)
  );
}

function describeItem(item: unknown, sent: JsonObject | undefined): string {
  if (!isJsonObject(item)) {
    return showForeignText(typeof item === 'string' ? item : JSON.stringify(item));
  }
  const { field, index, code, message } = item;
  const name = typeof field === 'string' ? showForeignText(field) : 'the request';
  const place = typeof index === 'number' ? `${name}[${index}]` : name;
  const value = sentValue(item, sent);
  if (field === 'repositories' && typeof value === 'string') {
    return `there is no repository "${showForeignText(value)}", or this token cannot see it`;
  }
  const subject = value === undefined ? place : `${place} (${showForeignText(JSON.stringify(value))})`;
  const known = typeof code === 'string' ? VALIDATION_CODES[code] : undefined;
  const text =
    typeof message === 'string' ? message : (known ?? (code === undefined ? 'is refused' : String(code)));
  return `${subject} ${showForeignText(text)}`;
}

/** The invalid value: as the error quotes it, or else as we sent it. */
function sentValue({ field, index, value }: JsonObject, sent: JsonObject | undefined): unknown {
  if (value !== undefined && value !== null) {
    return value;
  }
  const list = typeof field === 'string' ? sent?.[field] : undefined;
  return Array.isArray(list) && typeof index === 'number' ? list[index] : undefined;
}

/** Makes a text from outside safe for use in a message: one line, printable, short, without secrets. */
export function showForeignText(text: string, maxShown = MAX_SHOWN): string {
  const line = terminalLine(redactSecrets(text.slice(0, 20 * maxShown)))
    .replaceAll(/[⏎\ufffd\s]+/g, ' ')
    .trim();
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1).trimEnd()}…`;
}
