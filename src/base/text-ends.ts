/** The text with its first letter in upper case. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The text as the continuation of a sentence; names such as `HEAD` stay. */
export function uncapitalized(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** The words after "a" or "an", by their first letter. */
export function withArticle(words: string): string {
  return `${/^(?!uint)[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}

/** A list within a sentence: `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** `createdAt` as `created_at`. */
export function snakeCased(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Removes trailing slashes from a path or address, in linear time. */
export function withoutEndSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

/** What follows the last slash of a path or address: all of it without one. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Decodes percent signs in a part of a path or address; one that does not decode stays as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign belongs to the name.
  }
}
