import { html } from 'hono/html';
import type { Markup } from '../frame.ts';

/** What all charts have: a text alternative and a table of their numbers. */
export interface Picture {
  /** Unique on its page; ids of the chart's parts start with it. */
  readonly id: string;
  readonly title: string;
  /** One sentence that describes the chart. */
  readonly summary: string;
  readonly size: PictureSize;
  /** The content of the SVG. */
  readonly drawing: Markup;
  /** The entries of the legend; a single one is not shown. */
  readonly series: readonly string[];
  /** How the legend shows a series; by default as an area. */
  readonly mark?: 'line' | 'area';
  readonly table: NumberTable;
}

/** The units of a drawing that grows with its width, or the height of one that is drawn in parts of the width. */
export type PictureSize =
  | { readonly widthUnits: number; readonly heightUnits: number }
  | { readonly heightPixels: number };

export interface NumberTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | Markup)[])[];
}

/** A chart with its heading, its legend and a collapsed table of its numbers. */
export function chartFigure(picture: Picture): Markup {
  const { id, title, summary, size, drawing, series, table } = picture;
  const measures =
    'heightPixels' in size
      ? html`class="fluid" height="${size.heightPixels}"`
      : html`viewBox="0 0 ${size.widthUnits} ${size.heightUnits}"`;
  return html`<figure class="chart" id="${id}">
<figcaption><h2>${title}</h2><p>${summary}</p>${series.length > 1 ? chartKey(series, picture.mark) : ''}</figcaption>
<div class="chart-frame" tabindex="0" role="group" aria-label="${title}"><svg ${measures} role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${summary}</desc>${drawing}</svg></div>
<details><summary>Numbers</summary>${numberTable(title, table)}</details>
</figure>`;
}

/** Replaces a chart without data. */
export function emptyFigure(picture: Pick<Picture, 'id' | 'title'>, reason: string): Markup {
  return html`<section class="chart" id="${picture.id}"><h2>${picture.title}</h2><p class="empty">${reason}</p></section>`;
}

function chartKey(series: readonly string[], mark: Picture['mark'] = 'area'): Markup {
  const items = series.map((name, index) =>
    mark === 'line'
      ? html`<li><svg class="chart-swatch of-line" viewBox="0 0 24 10" aria-hidden="true"><path class="line-${index + 1}" d="M0 5H24"/></svg> ${name}</li>`
      : html`<li><svg class="chart-swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="series-${index + 1}" width="10" height="10" rx="2"/></svg> ${name}</li>`,
  );
  return html`<ul class="chart-key">${items}</ul>`;
}

function numberTable(title: string, { columns, rows }: NumberTable): Markup {
  return html`<div class="table-frame" tabindex="0" role="group" aria-label="Numbers: ${title}"><table><caption class="unseen">${title}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([head = '', ...cells]) =>
      html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
