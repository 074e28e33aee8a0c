/** An escape in a JSON string: a pair of surrogates, a surrogate alone, or any other (RFC 8259, section 7). */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|[\s\S])/gi;

/**
 * A JSON text that every reader takes: surrogates without a partner become U+FFFD, as in the columns of the store.
 * One of them makes DuckDB refuse a whole file, and RFC 8259 (8.2) promises nothing about them.
 */
export function portableJson(text: string): string {
  return /\\ud/i.test(text)
    ? text.replace(ESCAPE, (whole, lone?: string) => (lone === undefined ? whole : '\\ufffd'))
    : text;
}
