import { terminalJson } from './terminal-text.ts';

/** How much of a text from an archive a message shows: enough to recognise it. */
const MAX_SHOWN_CHARACTERS = 200;

/**
 * Quotes a name or address from an archive for use in a message: on one line, without anything that a terminal would
 * obey, and cut where it is long.
 */
export function quoteText(text: string): string {
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return terminalJson(JSON.stringify(shown));
}
