/** A value of a JSON document. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [key: string]: JsonValue };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text, or undefined where the text is none. No JSON value is undefined. */
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

/** Whole strings, so that digits in them count for nothing, and numbers. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/**
 * As `parseJson`, but whole numbers that JavaScript would round (beyond 2^53) become texts of their digits: an id that
 * is rounded is the id of something else.
 */
export function parseJsonExactly(text: string): unknown {
  return parseJson(
    /\d{16}/.test(text)
      ? text.replaceAll(STRING_OR_NUMBER, (token) =>
          /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
        )
      : text,
  );
}

/** Escapes one member name for use in a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

type DefinedMembers<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members of an options object that have a value: what was not asked for stays absent. */
export function definedMembers<Members extends object>(members: Members): DefinedMembers<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DefinedMembers<Members>; // Only undefined members are gone.
}
