/** Matches a string literal in a JSON text. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;

/** Whether two JSON texts without white space are equal, however their strings are escaped. */
export function isSameJson(one: string, other: string): boolean {
  return one === other || withPlainStrings(one) === withPlainStrings(other);
}

/** Rewrites all string literals with the escapes that `JSON.stringify` uses. */
function withPlainStrings(json: string): string {
  return json.includes('\\') ? json.replace(STRING, (text) => JSON.stringify(JSON.parse(text))) : json;
}
