import { html } from 'hono/html';
import { fillMonths } from '../../base/fill-months.ts';
import type { CommitMonth } from '../../git/commit-month.ts';
import { type ActivityPart, type ActivityRow, MAX_NAMES } from '../../reading/read-activity.ts';
import { barChart } from '../charts/bar-chart.ts';
import { emptyFigure } from '../charts/chart-figure.ts';
import { lineChart } from '../charts/line-chart.ts';
import type { Markup } from '../frame.ts';
import { countOf, countText } from '../show/counts.ts';
import { monthText } from '../show/times.ts';
import { BAR_PICTURES, COMMIT_PICTURES, LINE_PICTURES, type LinePicture } from './pictures.table.ts';

/** The rows of each chart. */
export type ActivityRows = Readonly<Partial<Record<ActivityPart, readonly ActivityRow[]>>>;

/** Twenty years, because some archives contain wrong dates from long ago. */
const MAX_MONTHS = 240;

/** The row of all months together. */
const ALL = 'all';

/** Shares of fewer threads are accidents. */
const LEAST_THREADS = 5;

/** Fewer months do not make a line. */
const LEAST_MONTHS = 3;

interface ActivityPictures {
  readonly activity: ActivityRows;
  readonly commits?: readonly CommitMonth[];
  /** The page of what a bar is about; undefined if there is none. */
  readonly hrefOf?: (bar: ActivityBar) => string | undefined;
}

/** A person, a repository or a label with its numbers. */
export interface ActivityBar {
  readonly part: ActivityPart;
  readonly label: string;
  readonly countOf: (series: string) => number;
}

/** All activity charts of a scope, each with its numbers below. */
export function activityPictures({ activity, commits = [], hrefOf }: ActivityPictures): Markup {
  const has = ({ part }: { readonly part: ActivityPart }) => activity[part] !== undefined;
  const rowsOf = (part: ActivityPart) => activity[part] ?? [];
  const lines = LINE_PICTURES.filter(has).map((picture) =>
    picture.hasSpans
      ? spanPicture(picture, rowsOf(picture.part))
      : countPicture(picture, rowsOf(picture.part)),
  );
  const bars = BAR_PICTURES.filter(has).map((picture) => {
    const { labels, numberAt } = tabulate(rowsOf(picture.part));
    const isCut = labels.length >= MAX_NAMES;
    const hasSums = isCut && picture.hasTotals && picture.series.length > 1;
    return barChart({
      ...picture,
      summary: `${picture.summary}${isCut ? `: the top ${MAX_NAMES}` : ''}.${hasSums ? ' The totals are of these alone.' : ''}`,
      bars: labels.map((label) => {
        const countOf = (name: string) => numberAt(label, name) ?? 0;
        return {
          label,
          href: hrefOf?.({ part: picture.part, label, countOf }),
          values: picture.series.map(countOf),
        };
      }),
    });
  });
  return html`<div class="charts">${backlogPicture(rowsOf('flow'))}${lines}${commits.length === 0 ? '' : commitPictures(commits)}</div><div class="of-bars">${bars}</div>`;
}

function countPicture(picture: Omit<LinePicture, 'part'>, rows: readonly ActivityRow[]): Markup {
  const { labels, numberAt } = tabulate(rows);
  const months = monthsOf(labels);
  return lineChart({
    ...picture,
    labelName: 'Month',
    labels: months,
    series: picture.series.map((name) => {
      const total = labels.reduce((sum, month) => sum + (numberAt(month, name) ?? 0), 0);
      return {
        name,
        total: picture.hasTotal === false ? undefined : countText(total),
        values: months.map((month) => numberAt(month, name) ?? 0),
      };
    }),
  });
}

/** How long things took, by the month, or in a sentence where few months have enough threads. */
function spanPicture(picture: LinePicture, rows: readonly ActivityRow[]): Markup {
  const { labels, numberAt } = tabulate(rows);
  const months = labels.filter(
    (label) => label !== ALL && (numberAt(label, 'threads') ?? 0) >= LEAST_THREADS,
  );
  const threads = numberAt(ALL, 'threads') ?? 0;
  if (threads > 0 && months.length < LEAST_MONTHS) {
    const [half = '', most = '', nearly = ''] = picture.series.map((name) =>
      hoursWords(numberAt(ALL, name) ?? 0),
    );
    const sentence =
      threads === 1
        ? `1 ${picture.timed} took ${half}`
        : `Half of ${countOf(threads, picture.timed ?? 'thread')} took up to ${half}${threads < LEAST_THREADS ? '' : `, 75\u00a0% up to ${most}, 90\u00a0% up to ${nearly}`}`;
    return emptyFigure(picture, `${sentence}. Too few for a chart by month.`);
  }
  const axis = monthsOf(months);
  const known = new Set(months);
  const hasGaps = axis.length > months.length;
  return lineChart({
    ...picture,
    summary: `${picture.summary}${hasGaps ? ` The lines pass over months with fewer than ${LEAST_THREADS}.` : ''}`,
    labelName: 'Month',
    labels: axis,
    series: picture.series.map((name) => ({
      name,
      legend: LEGENDS[name],
      total: hoursText(numberAt(ALL, name) ?? 0),
      values: axis.map((month) => (known.has(month) ? numberAt(month, name) : undefined)),
    })),
    tickText: hoursText,
  });
}

function commitPictures(counted: readonly CommitMonth[]): Markup {
  return html`${COMMIT_PICTURES.map((picture) => {
    const [series = ''] = picture.series;
    const rows = counted.map((one) => ({ label: one.month, series, value: one[picture.part] }));
    return countPicture(picture, rows);
  })}`;
}

function monthsOf(labels: readonly string[]): readonly string[] {
  return fillMonths(labels.toSorted().slice(-MAX_MONTHS)).slice(-MAX_MONTHS);
}

/** What the legend calls shares: what part took no longer. */
const LEGENDS: Readonly<Record<string, string>> = {
  'half within': 'median',
  '3 of 4 within': '75\u00a0%',
  '9 of 10 within': '90\u00a0%',
};

/** Open threads at the end of each month: all that were opened until then, minus all that were closed. */
function backlogPicture(rows: readonly ActivityRow[]): Markup {
  const { labels, numberAt } = tabulate(rows);
  const months = fillMonths(labels.toSorted());
  const series = ['issues', 'pull requests'].map((name) => {
    let open = 0;
    const values = months.map((month) => {
      open += (numberAt(month, `${name} opened`) ?? 0) - (numberAt(month, `${name} closed`) ?? 0);
      return open;
    });
    return {
      name: `open ${name}`,
      total: `${countText(open)} in ${monthText(months.at(-1) ?? '')}`,
      values: values.slice(-MAX_MONTHS),
    };
  });
  return lineChart({
    id: 'backlog',
    title: 'Open at the end of each month',
    summary:
      'Issues and pull requests that were open at the end of the month. A reopened thread counts as open until it was last closed.',
    labelName: 'Month',
    labels: months.slice(-MAX_MONTHS),
    series,
    isFilled: true,
  });
}

/** Converts rows to a table: the labels in their order, and a lookup function. */
function tabulate(rows: readonly ActivityRow[]) {
  const cells = new Map<string, Map<string, number>>();
  for (const { label, series, value } of rows) {
    const found = cells.get(label) ?? new Map<string, number>();
    cells.set(label, found.set(series, value));
  }
  return {
    labels: [...cells.keys()],
    numberAt: (label: string, series: string) => cells.get(label)?.get(series),
  };
}

const UNITS = [
  ['y', 'year', 8_760],
  ['mo', 'month', 720],
  ['wk', 'week', 168],
  ['d', 'day', 24],
  ['h', 'hour', 1],
  ['min', 'minute', 1 / 60],
] as const;

/** The largest unit that fits, and how many of it hours are: at least one. */
function inUnits(hours: number) {
  const [short, word, size] = UNITS.find(([, , least]) => hours >= least) ?? ['min', 'minute', 1 / 60];
  return { short, word, count: Math.max(1, Math.round(hours / size)) };
}

/** `2 wk`, for charts and tables. */
function hoursText(hours: number): string {
  const { count, short } = inUnits(hours);
  return `${count} ${short}`;
}

/** `2 weeks`, for sentences. */
function hoursWords(hours: number): string {
  const { count, word } = inUnits(hours);
  return countOf(count, word);
}
