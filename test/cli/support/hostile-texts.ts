/** A colour, a cursor that goes home, a title, C1 codes, reversals, nothings, a tag, a line separator, and a return. */
export const HOSTILE =
  '\u001b[31m\u001b[H\u001b]0;owned\u0007\u009b2J\u202eevil\u2066\u200f\u200b\u2060\ufeff\u{e0041}\u2028\rover\u007f\u0000\b';

/** What a terminal obeys, or shows as nothing; line breaks and tabs are ours. */
export const OBEYED = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

/** How the line of progress begins and ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about.
export const PROGRESS = /\r(?=[^\r\n]*\u001b\[K)|\u001b\[K/g;

/** Members that have to keep their form. */
const PLAIN_MEMBERS =
  /^(?:type|.*_at|format|.*sha|commit_id|.*_oid|color|state|event|git_url|asset_url|wiki_url)$/;

/**
 * A record with hostile text in every title, body, name, path, login and label. It still fits its schema, and refers to
 * what it referred to.
 */
export function poisonRecord(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => poisonRecord(item, member));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, poisonRecord(inner, name)]),
    );
  }
  if (typeof value !== 'string' || PLAIN_MEMBERS.test(member)) {
    return value;
  }
  if (/^https?:\/\/[^/]+\/[^/]+$/.test(value) || /\/labels\/[^/]+$/.test(value)) {
    return `${value}${encodeURIComponent(HOSTILE)}`; // Logins and names of labels are read from urls.
  }
  return /^(?:https?|tarball):/.test(value) || (member === 'name' && value === '')
    ? value
    : `${HOSTILE}${value}`;
}

/** A value with hostile text in every string, and in the name of every member. */
export function poisonAll(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(poisonAll);
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, inner]) => [
      [name, poisonAll(inner)],
      [`${name}${HOSTILE}`, inner],
    ]);
    return Object.fromEntries(members);
  }
  return typeof value === 'string' ? `${HOSTILE}${value}` : value;
}
