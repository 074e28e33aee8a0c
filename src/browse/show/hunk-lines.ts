import { html } from 'hono/html';
import { type HunkHead, parseHunkHead } from '../../git/hunk-head.ts';
import type { Markup } from '../frame.ts';

/** The lines of a diff, each with its sign. */
export function hunkLines(lines: readonly string[]): Markup {
  return html`<pre class="hunk" tabindex="0">${lines.map((line) => html`<span class="${classOf(line)}">${line === '' ? ' ' : withHead(line)}</span>`)}</pre>`;
}

function withHead(line: string): Markup | string {
  const head = parseHunkHead(line);
  return head === undefined ? line : hunkTitle(head, head.section);
}

/** What pages show of the head of a hunk: `Line 10 · def read`. */
export function hunkTitle(
  { oldStart, newStart }: Pick<HunkHead, 'oldStart' | 'newStart'>,
  section: Markup | string,
): Markup {
  return html`Line ${newStart === 0 ? oldStart : newStart}${section === '' ? '' : html` · ${section}`}`;
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
