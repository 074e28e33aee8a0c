import { html, raw } from 'hono/html';
import type { Markup } from '../../markup.ts';

/**
 * Characters that turn the direction of what follows: code can be made to look like other code with them ("trojan
 * source", CVE-2021-42574). They are shown by name in place of doing it.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Whether a text holds characters that turn its direction. */
export function hasTurning(text: string): boolean {
  return text.search(TURNING) >= 0;
}

/** A line of code that is already HTML, with what turns directions shown by name. */
export function lineHtml(escaped: string): Markup {
  return raw(
    escaped.replace(TURNING, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `<span class="bidi" title="A character that turns the direction of the text">U+${code}</span>`;
    }),
  );
}

/** A line of code as it is. */
export function lineText(text: string): Markup {
  return hasTurning(text) ? lineHtml(escapeText(text)) : html`${text}`;
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
