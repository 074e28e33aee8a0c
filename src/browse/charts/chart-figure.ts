import { html, raw } from 'hono/html';
import type { Markup } from '../frame.ts';
import { escapeText } from '../show/code/code-text.ts';

/** What all charts have: a sentence, a legend and a table of their numbers. */
interface Figure {
  /** Unique on its page; ids of the chart's parts start with it. */
  readonly id: string;
  readonly title: string;
  /** One sentence that describes the chart. */
  readonly summary: string;
  readonly drawing: Markup;
  /** The entries of the legend; a single one without a number is not shown. */
  readonly series: readonly ChartKey[];
  /** How the legend shows a series; by default as an area. */
  readonly mark?: 'line' | 'area';
  readonly table: NumberTable;
}

export interface ChartKey {
  readonly name: string;
  /** What the series comes to, in words. */
  readonly total?: string | undefined;
}

export interface NumberTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | Markup)[])[];
}

/** A chart with its heading, its legend and a collapsed table of its numbers. */
export function chartFigure({ id, title, summary, drawing, series, mark, table }: Figure): Markup {
  const hasKey = series.length > 1 || series.some(({ total }) => total !== undefined);
  return html`<figure class="chart" id="${id}">
<figcaption><h2>${title}</h2><p>${summary}</p>${hasKey ? chartKey(series, mark) : ''}</figcaption>
${drawing}
<details><summary>Numbers</summary>${numberTable(title, table)}</details>
</figure>`;
}

/** Replaces a chart without data. */
export function emptyFigure(
  { id, title, summary }: Pick<Figure, 'id' | 'title' | 'summary'>,
  reason: string,
): Markup {
  return html`<figure class="chart" id="${id}"><figcaption><h2>${title}</h2><p>${summary}</p></figcaption><p class="empty">${reason}</p></figure>`;
}

function chartKey(series: readonly ChartKey[], mark: Figure['mark'] = 'area'): Markup {
  const items = series.map(({ name, total }, index) => {
    const words = html`${name}${total === undefined ? '' : html` <strong>${total}</strong>`}`;
    return mark === 'line'
      ? html`<li><svg class="chart-swatch of-line" viewBox="0 0 24 10" aria-hidden="true"><path class="line-${index + 1}" d="M0 5H24"/></svg> ${words}</li>`
      : html`<li><svg class="chart-swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="series-${index + 1}" width="10" height="10" rx="2"/></svg> ${words}</li>`;
  });
  return html`<ul class="chart-key">${items}</ul>`;
}

/** A table of numbers, in a frame that scrolls. */
export function numberTable(title: string, { columns, rows }: NumberTable): Markup {
  return html`<div class="table-frame" tabindex="0" role="group" aria-label="Numbers: ${title}"><table><caption class="unseen">${title}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(tableRow)}</tbody></table></div>`;
}

/**
 * Most rows are plain, and templates for their thousand cells would take most of the time of a page of charts. Browsers know where
 * a cell ends: without end tags, rows take two thirds of their bytes.
 */
function tableRow([head = '', ...cells]: NumberTable['rows'][number]): Markup {
  const texts = cells.filter((cell) => typeof cell === 'string' || typeof cell === 'number');
  return texts.length === cells.length
    ? html`<tr><th scope="row">${head}${raw(texts.map((text) => `<td>${escapeText(String(text))}`).join(''))}`
    : html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}
