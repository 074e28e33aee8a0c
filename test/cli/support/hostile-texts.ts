/** Colour, cursor, title, C1 codes, direction changes, zero-width characters, a tag, a line separator, a return. */
export const HOSTILE =
  '\u001b[31m\u001b[H\u001b]0;owned\u0007\u009b2J\u202eevil\u2066\u200f\u200b\u2060\ufeff\u{e0041}\u2028\rover\u007f\u0000\b';

/** Characters that a terminal obeys or hides; line breaks and tabs are our own. */
export const OBEYED = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

/** The start and end of a progress line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
export const PROGRESS = /\r(?=[^\r\n]*\u001b\[K)|\u001b\[K/g;

/** Members that must keep their format. */
const PLAIN_MEMBERS =
  /^(?:type|.*_at|format|.*sha|commit_id|.*_oid|color|state|event|git_url|asset_url|wiki_url)$/;

/**
 * A copy of a record with hostile text in all titles, bodies, names, paths, logins and labels. It still conforms to its
 * schema, and its references still resolve.
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
    // Logins and names of labels are parsed from urls.
    return `${value}${encodeURIComponent(HOSTILE)}`;
  }
  return /^(?:https?|tarball):/.test(value) || (member === 'name' && value === '')
    ? value
    : `${HOSTILE}${value}`;
}

/** A copy with hostile text in every string, and in the name of every member. */
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
