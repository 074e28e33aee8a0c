import { redactSecrets, terminalLine } from '../base/index.ts';

/** How much of a foreign text one of our sentences shows, in characters. */
const MAX_SHOWN = 300;

/** A text that came from outside, fit to stand inside a sentence: one line, printable, short, without secrets. */
export function showForeignText(text: string, maxShown = MAX_SHOWN): string {
  const line = terminalLine(redactSecrets(text.slice(0, 20 * maxShown)))
    .replaceAll(/[⏎\ufffd\s]+/g, ' ')
    .trim();
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1).trimEnd()}…`;
}
