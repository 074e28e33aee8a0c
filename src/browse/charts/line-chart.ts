import { html, raw } from 'hono/html';
import type { Markup } from '../frame.ts';
import { escapeText } from '../show/code/code-text.ts';
import { countText } from '../show/counts.ts';
import { monthText } from '../show/times.ts';
import { chartFigure, emptyFigure } from './chart-figure.ts';

const WANTED_TICKS = 4;

/** The ticks of time axes in hours: 1 and 10 minutes, 1 and 6 hours, a day, week and month, and 1/2, 2 and 10 years. */
const SPANS = [1 / 60, 1 / 6, 1, 6, 24, 168, 720, 4_380, 17_520, 87_600] as const;

const SPARK_WIDTH = 180;

const SPARK_HEIGHT = 28;

export interface LineChart {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The heading of the table's first column. */
  readonly labelName: string;
  /** Months, oldest first, without gaps. */
  readonly labels: readonly string[];
  readonly series: readonly LineSeries[];
  /** Whether the values are hours: the axis is then logarithmic, with ticks at common durations. */
  readonly hasSpans?: boolean;
  /** Whether to fill the area below the lines. */
  readonly isFilled?: boolean;
  /** Formats a tick label of the value axis, and durations in the table. */
  readonly tickText?: (value: number) => string;
}

interface LineSeries {
  readonly name: string;
  /** Its name in the legend, if that differs. */
  readonly legend?: string | undefined;
  /** What the legend says that it comes to. */
  readonly total?: string | undefined;
  /** One value per label; the line passes over those that are undefined. */
  readonly values: readonly (number | undefined)[];
}

const WIDTH = 720;

const HEIGHT = 220;

const LEFT = 46;

const RIGHT = 10;

const TOP = 8;

const BOTTOM = 24;

/** The maximum number of values of a line that has a dot for each. */
const MAX_DOTS = 12;

/** Small numbers of few months are bars: a line of them only goes up and down. */
const MAX_BAR = 10;
const MAX_BARRED_LABELS = 120;
const MAX_BAR_WIDTH = 24;

/** How many labels fit below the axis without touching. */
const MAX_LABELS = 8;

/** How many fit on a phone, where every second one of more is left out. */
const MAX_NARROW_LABELS = 4;

/** The height of a label on a phone, and half of its width. */
const NARROW_LINE = 24;
const HALF_NARROW_LABEL = 46;

/** The width at most of what is pointed at for the numbers of a month. */
const MAX_COLUMN = 60;

export function lineChart(chart: LineChart): Markup {
  const { labels, series } = chart;
  const all = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (labels.length === 0 || all.length === 0) {
    return emptyFigure(chart, 'The archive has no data for this chart.');
  }
  const { hasSpans = false, tickText = countText } = chart;
  const height = HEIGHT - TOP - BOTTOM;
  const most = Math.max(...all);
  const scale = hasSpans ? spanScale(all, height) : linearScale(most, height);
  const hasBars =
    !hasSpans && chart.isFilled !== true && most <= MAX_BAR && labels.length <= MAX_BARRED_LABELS;
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length - (hasBars ? 0 : 1));
  const x = (index: number) =>
    round(LEFT + (labels.length === 1 ? (WIDTH - LEFT - RIGHT) / 2 : (index + (hasBars ? 0.5 : 0)) * step));
  const y = (value: number) => round(HEIGHT - BOTTOM - scale.place(value));
  const bars = { width: Math.min((step * 0.8) / series.length, MAX_BAR_WIDTH), count: series.length };
  const paths = series.map(({ values }, index) => {
    const line = { values, index, x, y, isFilled: chart.isFilled === true };
    return hasBars ? drawBars(line, bars) : drawLine(line);
  });
  const named = series.map(({ name, legend = name, total, values }) => ({ name: legend, total, values }));
  const textAt = (values: LineSeries['values'], index: number) => {
    const value = values[index];
    return value === undefined ? '–' : hasSpans ? tickText(value) : countText(value);
  };
  const columns = labels.map((label, index) => {
    const numbers = named.map(({ name, values }) => `${name}: ${textAt(values, index)}`);
    return `<path d="M${x(index)} ${TOP}V${HEIGHT - BOTTOM}"><title>${escapeText([monthText(label), ...numbers].join('\n'))}</title></path>`;
  });
  const { id, title, summary } = chart;
  return chartFigure({
    ...chart,
    drawing: html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${summary}</desc>${drawGrid(scale, y, tickText)}${drawLabels(labels, x)}${paths}<g class="chart-at" stroke-width="${round(Math.min(step, MAX_COLUMN))}">${raw(columns.join(''))}</g></svg>`,
    series: named,
    mark: hasBars ? 'area' : 'line',
    table: {
      columns: [chart.labelName, ...named.map(({ name }) => name)],
      rows: labels.map((label, index) => [
        monthText(label),
        ...named.map(({ values }) => textAt(values, index)),
      ]),
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
  const points = values.flatMap((value, at) => (value === undefined ? [] : [{ x: x(at), y: y(value) }]));
  const line = points.map((point) => `${point.x} ${point.y}`).join('L');
  const dots = points.length <= MAX_DOTS ? points : [];
  const area = `M${points[0]?.x ?? 0} ${y(0)}L${line}L${points.at(-1)?.x ?? 0} ${y(0)}Z`;
  return html`${isFilled && points.length > 1 ? html`<path class="area-${index + 1}" d="${area}"/>` : ''}<path class="line-${index + 1}" d="M${line}"/>${dots.map(
    (point) => html`<circle class="series-${index + 1}" cx="${point.x}" cy="${point.y}" r="2.5"/>`,
  )}`;
}

/** The bars of a series, next to those of the other series of a month. */
function drawBars({ values, index, x, y }: Line, { width, count }: Bars): Markup {
  const left = (at: number) => x(at) + (index - count / 2) * width;
  const bars = values.flatMap((value = 0, at) =>
    value === 0 ? [] : [`M${round(left(at))} ${y(0)}V${y(value)}h${round(width)}V${y(0)}z`],
  );
  return html`<path class="series-${index + 1}" d="${bars.join('')}"/>`;
}

interface Bars {
  /** The width of each. */
  readonly width: number;
  /** Of the series. */
  readonly count: number;
}

function drawGrid(scale: Scale, y: (value: number) => number, tickText: (value: number) => string): Markup {
  let last = Number.POSITIVE_INFINITY;
  return html`${scale.ticks.map((tick) => {
    const at = y(tick);
    const isClose = last - at < NARROW_LINE;
    last = isClose ? last : at;
    return html`<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text class="tick tick-y${isClose ? ' tick-more' : ''}" x="${LEFT - 6}" y="${at + 4}">${tickText(tick)}</text>`;
  })}`;
}

/** Labels years at their start, or, with few years, some of the months. */
function drawLabels(labels: readonly string[], x: (index: number) => number): Markup {
  const years = labels.flatMap((label, index) =>
    label.endsWith('-01') ? [{ text: label.slice(0, 4), index }] : [],
  );
  const all = years.length > 2 ? years : labels.map((label, index) => ({ text: monthText(label), index }));
  const every = Math.ceil(all.length / MAX_LABELS);
  const shown = all.filter((_, place) => place % every === 0);
  return html`${shown.map(({ text, index }, place) => {
    const isLast = x(index) + HALF_NARROW_LABEL > WIDTH;
    const more = place % 2 === 1 && shown.length > MAX_NARROW_LABELS ? ' tick-more' : '';
    return html`<text class="tick ${isLast ? 'tick-end' : 'tick-x'}${more}" x="${isLast ? WIDTH - RIGHT : x(index)}" y="${HEIGHT - 6}">${text}</text>`;
  })}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Maps numbers to positions on an axis, with its ticks. */
interface Scale {
  place(value: number): number;
  readonly ticks: readonly number[];
}

/** A linear scale from 0 to at least `max`, drawn over `length` units. */
export function linearScale(max: number, length: number): Scale {
  const step = niceStep(max / WANTED_TICKS);
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return {
    place: (value) => (Math.max(0, value) / (step * steps)) * length,
    ticks: Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12))),
  };
}

/** A logarithmic scale of hours, from minutes to months; values outside of it are drawn on the last tick. */
export function spanScale(values: readonly number[], length: number): Scale {
  // What took no time is drawn on the line of a minute, as its number says.
  const spans = values.map((value) => Math.max(value, SPANS[0]));
  const [least, most] = [Math.min(...spans, 24), Math.max(...spans, 24)];
  const first = Math.max(
    0,
    SPANS.findLastIndex((span) => span <= least),
  );
  const last = SPANS.findIndex((span) => span >= most);
  const ticks = SPANS.slice(first, last < 0 ? undefined : Math.max(last, first + 1) + 1);
  const [low, high] = [Math.log(ticks[0] ?? 1), Math.log(ticks.at(-1) ?? 24)];
  return {
    place: (value) =>
      value <= 0 ? 0 : Math.min(length, Math.max(0, ((Math.log(value) - low) / (high - low)) * length)),
    ticks,
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten, and to at least 1, because counts have no fractions. */
function niceStep(rough: number): number {
  if (rough <= 1) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** A small inline chart with a text alternative. */
export function sparkline(values: readonly number[], summary: string): Markup {
  if (values.length < 2) {
    return html``;
  }
  const most = Math.max(1, ...values);
  const x = (index: number) => Math.round((index / (values.length - 1)) * SPARK_WIDTH * 10) / 10;
  const y = (value: number) => Math.round((SPARK_HEIGHT - 2 - (value / most) * (SPARK_HEIGHT - 4)) * 10) / 10;
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('');
  return html`<svg class="sparkline" viewBox="0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path class="area-1" d="M0 ${SPARK_HEIGHT}${line.replace('M', 'L')}L${SPARK_WIDTH} ${SPARK_HEIGHT}Z"/><path class="line-1" d="${line}"/></svg>`;
}
