import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

const WIDTH = 180;
const HEIGHT = 28;

/** A small line among words, which says in words what it shows. */
export function sparkline(values: readonly number[], summary: string): Markup {
  if (values.length < 2) {
    return html``;
  }
  const most = Math.max(1, ...values);
  const x = (index: number) => Math.round((index / (values.length - 1)) * WIDTH * 10) / 10;
  const y = (value: number) => Math.round((HEIGHT - 2 - (value / most) * (HEIGHT - 4)) * 10) / 10;
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('');
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path class="area-1" d="M0 ${HEIGHT}${line.replace('M', 'L')}L${WIDTH} ${HEIGHT}Z"/><path class="line-1" d="${line}"/></svg>`;
}
