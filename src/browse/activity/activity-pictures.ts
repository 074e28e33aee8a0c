import { html } from 'hono/html';
import { fillMonths } from '../../base/fill-months.ts';
import type { CommitMonth } from '../../git/commit-month.ts';
import type { ActivityPart, ActivityRow } from '../../reading/read-activity.ts';
import { barChart } from '../charts/bar-chart.ts';
import { emptyFigure } from '../charts/chart-figure.ts';
import { lineChart } from '../charts/line-chart.ts';
import type { Markup } from '../frame.ts';
import { countOf } from '../show/counts.ts';
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

/** All activity charts of a scope, each with its numbers below. */
export function activityPictures(activity: ActivityRows, commits: readonly CommitMonth[] = []): Markup {
  const has = ({ part }: { readonly part: ActivityPart }) => activity[part] !== undefined;
  const rowsOf = (part: ActivityPart) => activity[part] ?? [];
  const lines = LINE_PICTURES.filter(has).map((picture) =>
    picture.hasSpans
      ? spanPicture(picture, rowsOf(picture.part))
      : countPicture(picture, rowsOf(picture.part)),
  );
  const bars = BAR_PICTURES.filter(has).map((picture) => {
    const { labels, numberAt } = tabulate(rowsOf(picture.part));
    return barChart({
      ...picture,
      bars: labels.map((label) => ({
        label,
        href: picture.hrefOf?.(label),
        values: picture.series.map((name) => numberAt(label, name) ?? 0),
      })),
    });
  });
  return html`<div class="charts">${backlogPicture(rowsOf('flow'))}${lines}${commits.length === 0 ? '' : commitPictures(commits)}</div><div class="charts bars">${bars}</div>`;
}

function countPicture(picture: Omit<LinePicture, 'part'>, rows: readonly ActivityRow[]): Markup {
  const { labels, numberAt } = tabulate(rows);
  const months = monthsOf(labels);
  return lineChart({
    ...picture,
    labelName: 'Month',
    labels: months,
    series: picture.series.map((name) => ({
      name,
      values: months.map((month) => numberAt(month, name) ?? 0),
    })),
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
      hoursText(numberAt(ALL, name) ?? 0),
    );
    const sentence =
      threads === 1
        ? `1 thread took ${half}`
        : `Half of ${countOf(threads, 'thread')} took up to ${half}${threads < LEAST_THREADS ? '' : `, 75\u00a0% up to ${most}, 90\u00a0% up to ${nearly}`}`;
    return emptyFigure(picture, `${picture.summary} ${sentence}. Too few for a chart by month.`);
  }
  const axis = monthsOf(months);
  const known = new Set(months);
  return lineChart({
    ...picture,
    labelName: 'Month',
    labels: axis,
    series: picture.series.map((name) => ({
      name,
      legend: LEGENDS[name],
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
    return { name: `open ${name}`, values: values.slice(-MAX_MONTHS) };
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
  ['y', 8_760],
  ['mo', 720],
  ['wk', 168],
  ['d', 24],
  ['h', 1],
] as const;

/** Formats hours in the largest fitting unit. */
function hoursText(hours: number): string {
  if (hours < 1) {
    return `${Math.max(1, Math.round(hours * 60))} min`;
  }
  const [unit, size] = UNITS.find(([, least]) => hours >= least) ?? ['h', 1];
  return `${Math.round(hours / size)} ${unit}`;
}
