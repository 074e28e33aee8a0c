/** A value of front matter; undefined, null and empty lists are omitted. */
export type FrontMatterValue = string | number | boolean | null | undefined | readonly string[];

/** Words that YAML 1.1 or 1.2 does not parse as strings. */
const TAKEN_WORDS = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

/** Strings that need no quotes in YAML: names, states, `owner/name`. */
const PLAIN = /^[A-Za-z][\w./-]*$/;

/** A time as archives have it. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Control characters, line separators and bidirectional controls, which are never needed. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Formats YAML front matter; keys keep their order. */
export function frontMatter(members: Readonly<Record<string, FrontMatterValue>>): string {
  const lines = Object.entries(members).flatMap(([key, value]) => {
    const isAbsent = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    return isAbsent ? [] : [`${key}: ${yamlOf(value)}`];
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

function yamlOf(value: Exclude<FrontMatterValue, null | undefined>): string {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  return typeof value === 'string' ? scalarOf(value) : `[${value.map(scalarOf).join(', ')}]`;
}

function scalarOf(text: string): string {
  const isTime = TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text));
  const isPlain = PLAIN.test(text) && !TAKEN_WORDS.test(text);
  // A JSON string is a double-quoted YAML scalar (yaml.org/spec/1.2.2, section 5.7).
  return isTime || isPlain ? text : JSON.stringify(text.replace(UNPRINTABLE, ' '));
}
