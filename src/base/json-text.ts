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
