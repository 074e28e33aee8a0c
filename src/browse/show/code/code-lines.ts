import { html } from 'hono/html';
import { highlightLines, languageOfPath } from '../../code/highlight-code.ts';
import type { Markup } from '../../markup.ts';
import { linesOf } from '../../pages/code/read-blob.ts';
import { lineHtml, lineText } from './code-text.ts';

/** Lines beyond this are left to the raw file: a browser takes long over a table of them. */
export const MAX_LINES = 20_000;

/** The lines of a file in colours, as pieces of HTML. */
export function colouredLines(text: string, path: string): readonly Markup[] {
  const lines = linesOf(text).slice(0, MAX_LINES);
  const coloured = highlightLines(text.replaceAll('\r\n', '\n'), languageOfPath(path));
  return lines.map((line, index) => {
    const rendered = coloured?.[index];
    return rendered === undefined ? lineText(line) : lineHtml(rendered);
  });
}

/** A file with the number of each line a link. */
export function codeLines(text: string, path: string): Markup {
  const lines = colouredLines(text, path);
  return html`<div class="lines" tabindex="0"><table><caption class="unseen">Lines of ${path}</caption><tbody>${lines.map((line, index) => lineRow(line, index + 1))}</tbody></table></div>`;
}

function lineRow(line: Markup, number: number): Markup {
  return html`<tr id="L${number}"><td class="n"><a href="#L${number}">${number}</a></td><td class="c">${line}</td></tr>`;
}
