import { html } from 'hono/html';
import type { Browsing } from '../../../reading/index.ts';
import { sparkline } from '../../charts/sparkline.ts';
import type { Markup } from '../../markup.ts';
import { countOf } from '../../show/counts.ts';
import { monthText } from '../../show/times.ts';

/** A line that shows when a repository was lively, and leads to the pictures. Nothing where there is too little to draw. */
export function stripOf(months: ReturnType<Browsing['strip']>, path: string): Markup | string {
  const [first, last] = [months[0], months.at(-1)];
  if (months.length < 2 || first === undefined || last === undefined) {
    return '';
  }
  const total = months.reduce((sum, { count }) => sum + count, 0);
  const words = `${countOf(total, 'thread or comment', 'threads and comments')}, ${monthText(first.month)} to ${monthText(last.month)}`;
  return html`<h2>Activity</h2><p><a href="${path}/pulse">${sparkline(
    months.map(({ count }) => count),
    words,
  )}</a><br><span class="muted small">${words}</span></p>`;
}
