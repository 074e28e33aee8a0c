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
  readonly bars: readonly Bar[];
  /** Whether the legend has the sum of each series; by default it has. */
  readonly hasTotals?: boolean;
}

interface Bar {
  readonly label: string;
  /** The link of the name, if any. */
  readonly href?: string | undefined;
  /** One value per series. */
  readonly values: readonly number[];
}

const BAR_PIXELS = 12;

/** Names and totals are text above their bars, so that names can be links and all have the whole width. */
export function barChart(chart: BarChart): Markup {
  const { bars, series, hasTotals = true } = chart;
  if (bars.length === 0) {
    return emptyFigure(chart, 'The archive has no data for this chart.');
  }
  const isStacked = series.length > 1;
  const unit = 100 / Math.max(1, ...bars.map(({ values }) => totalOf(values)));
  return chartFigure({
    ...chart,
    drawing: html`<ol class="bars plain">${bars.map(
      (bar) =>
        html`<li>${nameOf(bar)}<span class="count">${countText(totalOf(bar.values))}</span><svg height="${BAR_PIXELS}" aria-hidden="true">${drawParts(bar, series, unit)}</svg></li>`,
    )}</ol>`,
    series: series.map((name, index) => ({
      name,
      total:
        isStacked && hasTotals ? countText(totalOf(bars.map(({ values }) => values[index] ?? 0))) : undefined,
    })),
    table: {
      columns: [chart.labelName, ...series, ...(isStacked ? ['together'] : [])],
      rows: bars.map((bar) => [nameOf(bar), ...bar.values, ...(isStacked ? [totalOf(bar.values)] : [])]),
    },
  });
}

function nameOf({ label, href }: Bar): Markup {
  return href === undefined ? html`<span>${label}</span>` : html`<a href="${href}">${label}</a>`;
}

/** The parts of a bar, which say their numbers when they are pointed at. */
function drawParts({ values }: Bar, series: readonly string[], unit: number): Markup {
  let left = 0;
  return html`${values.map((value, index) => {
    const start = left;
    left += value * unit;
    return value === 0
      ? ''
      : html`<rect class="series-${index + 1}" x="${round(start)}%" width="${Math.max(0.2, round(left - start))}%" height="${BAR_PIXELS}" rx="1"><title>${series[index]}: ${countText(value)}</title></rect>`;
  })}`;
}

function totalOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
