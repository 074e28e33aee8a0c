export type SeparatedValue = string | number | bigint | boolean | Uint8Array | null;

/** What is done to a text before it becomes a field. */
export type FieldGuard = (text: string) => string;

/**
 * Texts that spreadsheets evaluate as formulas (owasp.org/www-community/attacks/CSV_Injection): they begin with = + - @,
 * also in full width, after spaces, invisible characters and quotation marks, which some programs remove, or with a tab
 * or a line break.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}"]*[=+\-@＝＋－＠−﹢﹣﹦﹫])/u;

/** A text that is a number, such as the reaction `+1`, is displayed as a number and harmless. */
const NUMBER = /^[+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Programs split at semicolons and tabs too, depending on the country. Quotation marks keep the text in one field
 * (RFC 4180, section 2), so that no part of it becomes the beginning of another.
 */
const QUOTED = /[",;\t\r\n]/;

/** Puts an apostrophe before a text that a spreadsheet would evaluate as a formula. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/**
 * A line of comma-separated values (RFC 4180), which has no NULL: empty texts are quoted and NULL is not, which
 * PostgreSQL and DuckDB can distinguish. Long values are copied once: text around the joined fields would be another copy.
 */
export function csvLine(values: readonly SeparatedValue[], guard: FieldGuard = guardFormula): string {
  const last = values.length - 1;
  const fieldOf = (value: SeparatedValue) => {
    const text = guardedText(value, guard);
    return QUOTED.test(text) || value === '' ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return values.map((value, index) => `${fieldOf(value)}${index === last ? '\r\n' : ''}`).join(',');
}

/** A line of tab-separated values, in which tabs, line breaks and backslashes are escaped. */
export function tsvLine(values: readonly SeparatedValue[], guard: FieldGuard = guardFormula): string {
  const fieldOf = (value: SeparatedValue) =>
    guardedText(value, guard)
      .replaceAll('\\', '\\\\')
      .replaceAll('\t', '\\t')
      .replaceAll('\n', '\\n')
      .replaceAll('\r', '\\r');
  return `${values.map(fieldOf).join('\t')}\n`;
}

function guardedText(value: SeparatedValue, guard: FieldGuard): string {
  const text = plainText(value);
  return typeof value === 'string' || value instanceof Uint8Array ? guard(text) : text;
}

/** The complete value as text, with bytes as base64. */
export function plainText(value: SeparatedValue): string {
  if (value === null) {
    return '';
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}
