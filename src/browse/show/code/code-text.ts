import { html, raw } from 'hono/html';
import { languageOfPath } from '../../code/highlight-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { linesOf } from '../../pages/code/read-blob.ts';

/** Lines beyond this are left to the raw file: a browser takes long over a table of them. */
export const MAX_LINES = 20_000;

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

/** The lines of a file in colours, as pieces of HTML. */
export async function colouredLines(text: string, path: string, frame: Frame): Promise<readonly Markup[]> {
  const lines = linesOf(text).slice(0, MAX_LINES);
  const code = text.replaceAll('\r\n', '\n');
  const [coloured] = await frame.highlight([{ code, language: languageOfPath(path) }]);
  return lines.map((line, index) => {
    const rendered = coloured?.[index];
    return rendered === undefined ? lineText(line) : lineHtml(rendered);
  });
}

/** A file with the number of each line a link. */
export async function codeLines(text: string, path: string, frame: Frame): Promise<Markup> {
  const lines = await colouredLines(text, path, frame);
  return html`<div class="lines" tabindex="0"><table><caption class="unseen">Lines of ${path}</caption><tbody>${lines.map((line, index) => lineRow(line, index + 1))}</tbody></table></div>`;
}

function lineRow(line: Markup, number: number): Markup {
  return html`<tr id="L${number}"><td class="n"><a href="#L${number}">${number}</a></td><td class="c">${line}</td></tr>`;
}
