/** How much of a text from an archive a message shows: enough to recognise it. */
const MAX_SHOWN_CHARACTERS = 200;

/** DEL and the second block of control characters, which terminals obey but JSON does not escape. */
const MORE_CONTROL_CHARACTERS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Quotes a name or address from an archive for use in a message: on one line, without anything that a terminal would
 * obey, and cut where it is long.
 */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(shown).replace(
    MORE_CONTROL_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
