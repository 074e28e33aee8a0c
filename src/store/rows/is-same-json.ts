/** A string of a JSON text. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;

/** Whether two JSON texts without white space say the same; how strings are escaped is the writer's whim. */
export function isSameJson(one: string, other: string): boolean {
  return one === other || withPlainStrings(one) === withPlainStrings(other);
}

/** The text with every string escaped in the one way that JavaScript has. */
function withPlainStrings(json: string): string {
  return json.includes('\\') ? json.replace(STRING, (text) => JSON.stringify(JSON.parse(text))) : json;
}
