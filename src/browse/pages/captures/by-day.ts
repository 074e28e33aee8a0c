import { html } from 'hono/html';
import type { Markup } from '../../frame.ts';
import { clockText, dateText, exactText } from '../../show/times.ts';

/** Rows below the day of each, in their order; `at` names the time of a row. */
export function byDay<Row>(
  rows: readonly Row[],
  at: (row: Row) => string,
  show: (rows: readonly Row[]) => Markup,
): Markup {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = dateText(at(row));
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return html`${[...days].map(([day, of]) => html`<section class="day"><h2>${day}</h2>${show(of)}</section>`)}`;
}

/** The time of day below a heading with the date. */
export function clockOf(at: string): Markup {
  return html`<time datetime="${at}" title="${exactText(at)}">${clockText(at) ?? dateText(at)}</time>`;
}
