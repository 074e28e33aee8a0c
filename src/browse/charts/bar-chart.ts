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

const WIDTH = 720;
const ROW = 24;
const LABELS = 190;
const TOTALS = 64;
/** Longer names are truncated in the drawing, but not in the table. */
const MAX_LABEL_CHARACTERS = 28;

export function barChart(chart: BarChart): Markup {
  const { bars, series } = chart;
  if (bars.length === 0) {
    return emptyFigure(chart, 'The archive has no data for this chart.');
  }
  const longest = Math.max(1, ...bars.map(({ values }) => totalOf(values)));
  const unit = (WIDTH - LABELS - TOTALS) / longest;
  const rows = bars.map(({ label, values }, row) => {
    const name = html`<text class="bar-label" x="${LABELS - 8}" y="${row * ROW + 16}">${cut(label)}</text>`;
    return html`${name}${drawParts(values, row * ROW, unit)}`;
  });
  return chartFigure({
    ...chart,
    widthUnits: WIDTH,
    heightUnits: bars.length * ROW + 4,
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
  let left = LABELS;
  const parts = values.map((value, index) => {
    const start = left;
    left += value * unit;
    return value === 0
      ? ''
      : html`<rect class="series-${index + 1}" x="${round(start)}" y="${top + 4}" width="${Math.max(0.5, round(left - start))}" height="${ROW - 8}" rx="1"/>`;
  });
  return html`${parts}<text class="bar-total" x="${round(left) + 6}" y="${top + 16}">${countText(totalOf(values))}</text>`;
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
