import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { monthText } from '../show/times.ts';
import { chartFigure, emptyFigure } from './chart-figure.ts';
import { linearScale, type Scale, spanScale } from './scale.ts';

/** Lines through time. */
export interface LineChart {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** What stands over the first column of the table. */
  readonly labelName: string;
  /** Months, oldest first, without a gap. */
  readonly labels: readonly string[];
  readonly series: readonly LineSeries[];
  /** The values are hours: marks of the axis are spans that people think in, at even ratios. */
  readonly hasSpans?: boolean;
  /** The space below the lines is filled. */
  readonly isFilled?: boolean;
  /** How a value of the axis reads. */
  readonly tickText?: (value: number) => string;
}

interface LineSeries {
  readonly name: string;
  /** One for each label; undefined where there is none, which leaves a gap. */
  readonly values: readonly (number | undefined)[];
}

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;
/** Labels below the axis that do not touch each other. */
const MAX_LABELS = 8;

export function lineChart(chart: LineChart): Markup {
  const { labels, series } = chart;
  const all = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (labels.length === 0 || all.length === 0) {
    return emptyFigure(chart, 'Nothing of this is in the archive.');
  }
  const height = HEIGHT - TOP - BOTTOM;
  const scale = chart.hasSpans === true ? spanScale(all, height) : linearScale(Math.max(...all), height);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length - 1);
  const x = (index: number) =>
    round(LEFT + (labels.length === 1 ? (WIDTH - LEFT - RIGHT) / 2 : index * step));
  const y = (value: number) => round(HEIGHT - BOTTOM - scale.place(value));
  const paths = series.map(({ values }, index) =>
    drawLine({ values, index, x, y, isFilled: chart.isFilled === true }),
  );
  return chartFigure({
    ...chart,
    widthUnits: WIDTH,
    heightUnits: HEIGHT,
    drawing: html`${drawGrid(scale, y, chart.tickText ?? String)}${drawLabels(labels, x)}${paths}`,
    series: series.map(({ name }) => name),
    table: {
      columns: [chart.labelName, ...series.map(({ name }) => name)],
      rows: labels.map((label, index) => [label, ...series.map(({ values }) => values[index] ?? '–')]),
    },
  });
}

interface Line {
  readonly values: readonly (number | undefined)[];
  readonly index: number;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly isFilled: boolean;
}

function drawLine({ values, index, x, y, isFilled }: Line): Markup {
  const runs = runsOf(values);
  const line = runs
    .map((run) =>
      run.map(({ at, value }, place) => `${place === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join(''),
    )
    .join('');
  const dots = runs.filter((run) => run.length === 1).flat();
  const area = runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const tops = run.map(({ at, value }) => `L${x(at)} ${y(value)}`).join('');
      return `M${x(run[0]?.at ?? 0)} ${y(0)}${tops}L${x(run.at(-1)?.at ?? 0)} ${y(0)}Z`;
    })
    .join('');
  return html`${isFilled ? html`<path class="area-${index + 1}" d="${area}"/>` : ''}<path class="line-${index + 1}" d="${line}"/>${dots.map(
    ({ at, value }) => html`<circle class="series-${index + 1}" cx="${x(at)}" cy="${y(value)}" r="2.5"/>`,
  )}`;
}

/** Values that stand side by side, without the gaps between. */
function runsOf(values: Line['values']): readonly (readonly { at: number; value: number }[])[] {
  const runs: { at: number; value: number }[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === undefined) {
      runs.push([]);
    } else {
      runs.at(-1)?.push({ at, value });
    }
  }
  return runs.filter((run) => run.length > 0);
}

function drawGrid(scale: Scale, y: (value: number) => number, tickText: (value: number) => string): Markup {
  return html`${scale.ticks.map((tick) => {
    const at = y(tick);
    return html`<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text class="tick tick-y" x="${LEFT - 6}" y="${at + 4}">${tickText(tick)}</text>`;
  })}`;
}

/** The year where it begins, else some of the labels. */
function drawLabels(labels: readonly string[], x: (index: number) => number): Markup {
  const years = labels.flatMap((label, index) =>
    label.endsWith('-01') ? [{ text: label.slice(0, 4), index }] : [],
  );
  const all = years.length > 2 ? years : labels.map((label, index) => ({ text: monthText(label), index }));
  const every = Math.ceil(all.length / MAX_LABELS);
  const shown = all.filter((_, place) => place % every === 0);
  return html`${shown.map(
    ({ text, index }) => html`<text class="tick tick-x" x="${x(index)}" y="${HEIGHT - 6}">${text}</text>`,
  )}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
