/** A string or a number in a JSON text (RFC 8259, sections 6 and 7). */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Removes the members for which `isSecret` is true, at any depth. Numbers keep their digits, because they are converted
 * to strings before parsing. Returns null for invalid JSON, whose content is unknown.
 */
export function scrubJson(text: string, isSecret: (member: string) => boolean): string | null {
  const marked = text.replace(TOKEN, (token) =>
    token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`,
  );
  try {
    return textOf(JSON.parse(marked), isSecret);
  } catch {
    return null;
  }
}

function textOf(value: unknown, isSecret: (member: string) => boolean): string {
  if (typeof value === 'string') {
    return value.startsWith('n') ? value.slice(1) : JSON.stringify(value.slice(1));
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => textOf(item, isSecret)).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  const members = Object.entries(value)
    .map(([marked, member]) => ({ name: marked.slice(1), member }))
    .filter(({ name }) => !isSecret(name))
    .map(({ name, member }) => `${JSON.stringify(name)}:${textOf(member, isSecret)}`);
  return `{${members.join(',')}}`;
}
