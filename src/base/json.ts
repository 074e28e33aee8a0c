/** A value of a JSON document. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of a JSON document. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Texts that are known, or others of a later version of what writes them. */
export type Open<Known extends string> = Known | (string & {});

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; returns undefined, which is not a JSON value, if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Like `parseJson`, but integers that JavaScript would round (beyond 2^53) become strings of their digits: a rounded id
 * would identify something else.
 */
export function parseJsonExactly(text: string): unknown {
  return parseJson(/\d{16}/.test(text) ? rewriteJson(text, { between: quoteLargeIntegers }) : text);
}

function quoteLargeIntegers(text: string): string {
  return text.replace(/-?\d[\d.eE+-]*/g, (number) =>
    /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number,
  );
}

/** What `rewriteJson` puts in the place of the parts of a text. */
interface JsonRewriter {
  /** For a string with its quotes; by default, strings stay as they are. */
  readonly string?: (literal: string) => string;
  /** For what is between two strings: numbers, words, punctuation and white space. */
  readonly between: (text: string) => string;
}

/**
 * Rewrites a JSON text without parsing it. It scans for the ends of strings, because a pattern that repeats a group
 * overflows V8's stack on a string of some millions of characters.
 */
export function rewriteJson(text: string, { string, between }: JsonRewriter): string {
  let result = '';
  let index = 0;
  while (index < text.length) {
    const quote = text.indexOf('"', index);
    const start = quote < 0 ? text.length : quote;
    result += between(text.slice(index, start));
    index = quote < 0 ? start : jsonStringEnd(text, start);
    const literal = text.slice(start, index);
    result += string === undefined || literal === '' ? literal : string(literal);
  }
  return result;
}

/** The index after the closing quote of the JSON string that starts at `start`; the text's length if there is none. */
export function jsonStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let index = quote - 1;
  while (text[index] === '\\') {
    index -= 1;
  }
  return (quote - index) % 2 === 0;
}

/** Escapes a member name for use in a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

type DefinedMembers<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Removes the undefined members of an options object. */
export function definedMembers<Members extends object>(members: Members): DefinedMembers<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DefinedMembers<Members>; // Only undefined members were removed.
}
