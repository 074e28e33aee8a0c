import { html } from 'hono/html';
import type { Markup } from '../frame.ts';

/** The lines of a diff, each with its sign. */
export function hunkLines(lines: readonly string[]): Markup {
  return html`<pre class="hunk" tabindex="0">${lines.map((line) => html`<span class="${classOf(line)}">${line === '' ? ' ' : headText(line)}</span>`)}</pre>`;
}

/** The head of a hunk, such as `@@ -8,7 +10,9 @@ def read`, as pages show it: `Line 10 · def read`. */
function headText(line: string): string {
  const [, oldStart, newStart, section = ''] =
    /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)/.exec(line) ?? [];
  return oldStart === undefined
    ? line
    : `Line ${newStart === '0' ? oldStart : newStart}${section === '' ? '' : ` · ${section}`}`;
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
