import { rewriteJson } from './json-text.ts';

/** A value of a JSON document. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [key: string]: JsonValue };

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
