import { isJsonObject, type JsonObject, redactSecrets, terminalLine } from '../base/index.ts';

/** How much of a foreign text one of our sentences shows, in characters. */
const MAX_SHOWN = 300;

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
  invalid: 'has an invalid format',
  invalid_value: 'has an invalid value',
  already_exists: 'exists already',
  unprocessable: 'cannot be processed',
};

/** The message and the list of errors as the rest of a clause; values come from the body that was sent. */
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

/** A field "is missing" after one of its elements was refused: the service says so, and it helps no one. */
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

/** A text that came from outside, fit to stand inside a sentence: one line, printable, short, without secrets. */
export function showForeignText(text: string, maxShown = MAX_SHOWN): string {
  const line = terminalLine(redactSecrets(text.slice(0, 20 * maxShown)))
    .replaceAll(/[⏎\ufffd\s]+/g, ' ')
    .trim();
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1).trimEnd()}…`;
}
