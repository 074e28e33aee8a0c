import { rewriteJson } from '../base/index.ts';

/**
 * Removes the members for which `isSecret` is true, at any depth. Numbers keep their digits, because they are converted
 * to strings before parsing. Returns null for invalid JSON, whose content is unknown.
 */
export function scrubJson(text: string, isSecret: (member: string) => boolean): string | null {
  const marked = rewriteJson(text, {
    string: (literal) => `"s${literal.slice(1)}`,
    between: (part) => part.replace(/-?\d[\d.eE+-]*/g, (number) => `"n${number}"`),
  });
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
