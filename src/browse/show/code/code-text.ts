import { html, raw } from 'hono/html';
import { languageOfPath } from '../../code/highlight-code.ts';
import type { Frame, Markup } from '../../frame.ts';
import { linesOf } from '../../pages/code/read-blob.ts';

/** Longer files are shown in parts, because browsers are slow with longer tables. */
export const MAX_LINES = 20_000;

/**
 * Characters that change the text direction: they can make code look like different code ("trojan source",
 * CVE-2021-42574). They are shown by code point instead.
 */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The encoding in which a text was read, for the head of a file, unless it is UTF-8. */
export function encodingOf({ encoding }: { readonly encoding: string | null }): string {
  return encoding === null ? '' : ` · read as ${encoding}`;
}

/** Whether a text contains characters that change its direction. */
export function hasTurning(text: string): boolean {
  return text.search(TURNING) >= 0;
}

/**
 * A line of code that is already HTML, with direction-changing characters shown by code point. An empty one is a line feed,
 * because browsers leave empty cells out of what a person copies.
 */
export function lineHtml(escaped: string): Markup {
  return raw(
    (escaped || '\n').replace(TURNING, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `<span class="bidi" title="A character that changes the direction of the text">U+${code}</span>`;
    }),
  );
}

/** A line of plain code. */
export function lineText(text: string): Markup {
  return text === '' || hasTurning(text) ? lineHtml(escapeText(text)) : html`${text}`;
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The highlighted lines of a file as HTML, or a part of them. */
export async function colouredLines(
  text: string,
  path: string,
  frame: Pick<Frame, 'highlight'>,
  start = 0,
): Promise<readonly Markup[]> {
  const lines = linesOf(text).slice(start, start + MAX_LINES);
  const code = text.replaceAll('\r\n', '\n');
  const [coloured] = await frame.highlight([{ code, language: languageOfPath(path) }]);
  return lines.map((line, index) => {
    const rendered = coloured?.[start + index];
    return rendered === undefined ? lineText(line) : lineHtml(rendered);
  });
}

/** A file with line numbers that are links, or the part of it that begins after the line `start`. */
export async function codeLines(text: string, path: string, frame: Frame, start = 0): Promise<Markup> {
  const lines = await colouredLines(text, path, frame, start);
  return html`<div class="lines" tabindex="0"><table><caption class="unseen">Lines of ${path}</caption><tbody>${lines.map((line, index) => lineRow(line, start + index + 1))}</tbody></table></div>`;
}

function lineRow(line: Markup, number: number): Markup {
  return html`<tr id="L${number}"><td class="n"><a href="#L${number}">${number}</a></td><td class="c">${line}</td></tr>`;
}
