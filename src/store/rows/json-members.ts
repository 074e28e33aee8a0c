import { jsonStringEnd, rewriteJson } from '../../base/json.ts';

/**
 * The members of an object by name, each as its JSON text in `source`, without insignificant white space. If a name
 * occurs twice, the last one wins, as in JSON.parse (RFC 8259, section 4). `source` must be the text of a JSON object
 * that has been parsed successfully.
 */
export function splitMembers(source: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let index = source.indexOf('{') + 1;
  for (;;) {
    const nameStart = source.indexOf('"', index);
    if (nameStart < 0) {
      return members;
    }
    const nameEnd = jsonStringEnd(source, nameStart);
    const valueStart = source.indexOf(':', nameEnd) + 1;
    const valueEnd = findValueEnd(source, valueStart);
    const name: unknown = JSON.parse(source.slice(nameStart, nameEnd));
    members.set(String(name), compact(source.slice(valueStart, valueEnd)));
    index = valueEnd + 1;
  }
}

/**
 * The items of an array, each as its JSON text; one at a time, because there may be millions. `source` must be the text
 * of a valid array without white space.
 */
export function* splitItems(source: string): Generator<string> {
  for (let index = 1; index < source.length - 1; ) {
    const end = findValueEnd(source, index);
    yield source.slice(index, end);
    index = end + 1;
  }
}

/** The index of the comma or bracket that ends the value. */
function findValueEnd(source: string, start: number): number {
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    switch (source[index]) {
      case '"':
        index = jsonStringEnd(source, index) - 1;
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 0) {
          return index;
        }
        depth -= 1;
        break;
      case ',':
        if (depth === 0) {
          return index;
        }
        break;
    }
  }
  return source.length;
}

/** Removes white space outside of strings from a JSON text. */
function compact(text: string): string {
  return /[ \t\r\n]/.test(text)
    ? rewriteJson(text, { between: (part) => part.replace(/[ \t\r\n]+/g, '') })
    : text;
}
