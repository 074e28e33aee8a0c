import { html } from 'hono/html';
import type { Markup } from '../../frame.ts';
import { countText } from '../../show/counts.ts';
import type { ThreadOutline } from './outline-thread.ts';

/** The days, months or years of a long thread, as links to the first entry of each. */
export function timelineRail({ stops, hasParts, isFar }: ThreadOutline): Markup | string {
  if (stops.length === 0) {
    return '';
  }
  // Of a very long thread, a page shows a part: the one with the entry that the address names.
  const href = (anchor: string) =>
    hasParts ? `?${isFar ? 'comment' : 'at'}=${anchor}#${anchor}` : `#${anchor}`;
  return html`<nav class="facets rail" aria-label="Timeline"><h2>Timeline</h2><ol><li><a href="${hasParts ? '?' : ''}#opening">Opened</a></li>${stops.map(
    ({ name, anchor, count, turns }) =>
      html`<li><a href="${href(anchor)}">${name}</a><span class="count">${countText(count)}</span></li>${turns.map((turn) => html`<li class="turn"><a href="${href(turn.anchor)}">${turn.word}</a></li>`)}`,
  )}</ol></nav>`;
}
