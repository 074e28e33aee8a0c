import { html } from 'hono/html';
import type { Markup } from '../frame.ts';

/** The lines of a diff, each with its sign. */
export function hunkLines(lines: readonly string[]): Markup {
  return html`<pre class="hunk" tabindex="0">${lines.map((line) => html`<span class="${classOf(line)}">${line === '' ? ' ' : line}</span>`)}</pre>`;
}

function classOf(line: string): string {
  return line.startsWith('@@')
    ? 'where'
    : line.startsWith('+')
      ? 'added'
      : line.startsWith('-')
        ? 'removed'
        : 'same';
}
