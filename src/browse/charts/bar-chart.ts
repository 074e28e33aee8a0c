import { html } from 'hono/html';
import type { Markup } from '../frame.ts';
import { countText } from '../show/counts.ts';
import { chartFigure, emptyFigure } from './chart-figure.ts';

/** A stacked bar chart with a bar per name. */
export interface BarChart {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly labelName: string;
  readonly series: readonly string[];
  readonly bars: readonly {
    readonly label: string;
    /** The link of the name in the table, if any; the drawing has no links. */
    readonly href?: string | undefined;
    /** One value per series. */
    readonly values: readonly number[];
  }[];
}

/** The heights of a row and of its parts in pixels: the name is above its bar, so that both have the whole width. */
const ROW = 36;
const BAR_TOP = 18;
const BAR = 12;

/** Longer names are cut in the drawing, but not in the table: a phone has room for these. */
const MAX_LABEL_CHARACTERS = 48;

/** The share of the width that the longest bar has, in percent: the number after it needs the rest. */
const LONGEST = 82;

export function barChart(chart: BarChart): Markup {
  const { bars, series } = chart;
  if (bars.length === 0) {
    return emptyFigure(chart, 'The archive has no data for this chart.');
  }
  const longest = Math.max(1, ...bars.map(({ values }) => totalOf(values)));
  const unit = LONGEST / longest;
  const rows = bars.map(({ label, values }, row) => {
    const name = html`<text class="bar-label" x="0" y="${row * ROW + BAR_TOP - 5}">${cut(label)}</text>`;
    return html`${name}${drawParts(values, row * ROW, unit)}`;
  });
  return chartFigure({
    ...chart,
    size: { heightPixels: bars.length * ROW + 4 },
    drawing: html`${rows}`,
    table: {
      columns: [chart.labelName, ...series, ...(series.length > 1 ? ['together'] : [])],
      rows: bars.map(({ label, href, values }) => [
        href === undefined ? label : html`<a href="${href}">${label}</a>`,
        ...values,
        ...(series.length > 1 ? [totalOf(values)] : []),
      ]),
    },
  });
}

function drawParts(values: readonly number[], top: number, unit: number): Markup {
  let left = 0;
  const parts = values.map((value, index) => {
    const start = left;
    left += value * unit;
    return value === 0
      ? ''
      : html`<rect class="series-${index + 1}" x="${round(start)}%" y="${top + BAR_TOP}" width="${Math.max(0.2, round(left - start))}%" height="${BAR}" rx="1"/>`;
  });
  return html`${parts}<text class="bar-total" x="${round(left)}%" dx="6" y="${top + BAR_TOP + BAR - 2}">${countText(totalOf(values))}</text>`;
}

function cut(label: string): string {
  const characters = [...label];
  return characters.length <= MAX_LABEL_CHARACTERS
    ? label
    : `${characters.slice(0, MAX_LABEL_CHARACTERS - 1).join('')}…`;
}

function totalOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
