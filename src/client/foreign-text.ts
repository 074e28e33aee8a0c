import { redactSecrets } from './redaction.ts';

/** How much of a foreign text one of our sentences shows, in characters. */
const MAX_SHOWN = 300;

/** Control characters (without theirs, escape sequences are plain text) and marks that turn a line around. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text that came from outside, fit to stand inside a sentence: one line, printable, short, without secrets. */
export function showForeignText(text: string, maxShown = MAX_SHOWN): string {
  const line = redactSecrets(text.slice(0, 20 * maxShown))
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1).trimEnd()}…`;
}
