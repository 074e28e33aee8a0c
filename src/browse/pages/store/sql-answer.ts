import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { barChart } from '../../charts/bar-chart.ts';
import type { Frame, Markup } from '../../frame.ts';
import type { Mistake } from '../../show/answer-or-mistake.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { otherQuery } from '../../show/pager.ts';
import { type Cell, linksOfRow, SHORT_TEXT, shownCell, TALL, wayOfCell } from './answer-cell.ts';

export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly order: RowOrder | null;
  /** The limit that cut the result short; null if none did. */
  readonly cut: 'time' | 'rows' | 'size' | null;
  readonly mistake: Mistake | null;
}

/** The column by which the rows are ordered, in place of the order of the statement. */
export interface RowOrder {
  readonly column: number;
  readonly isDescending: boolean;
}

/** The limit for all rows together: results are held in memory, and browsers are slow with longer pages. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** Of more columns, texts are one line: the tallest cell of a row may be out of sight. */
const MAX_TALL_COLUMNS = 8;

/** The rows of an answer as a table, and as a chart if they are names and numbers. Narrow windows show rows of texts one below the other. */
export function answerOf(
  { columns, rows, cut, mistake, order }: SqlAnswer,
  sql: string,
  frame: Frame,
): Markup | string {
  if (mistake !== null) {
    return '';
  }
  if (rows.length === 0) {
    return emptyNote(NO_ROWS[cut ?? 'none']);
  }
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const { shown, inner } = placeColumns(columns, sql);
  const room = columns.length > MAX_TALL_COLUMNS ? 1 : TALL;
  const form = formOf({ columns, rows }, { shown, isNumeric });
  const namesCells = form.endsWith('by-row');
  const heads = shown.map((index) => {
    const names = [isNumeric[index] === true ? 'number' : '', inner.has(index) ? 'inner' : ''];
    return headOf(columns[index] ?? '', { index, order, names }, frame);
  });
  const body = rows.map((row) => {
    const pathOf = linksOfRow({ columns, row }, frame);
    const cells = shown.map((index) => {
      const cell = row[index] ?? null;
      const way = cell === null && isNumeric[index] === true ? 'number' : wayOfCell(cell, columns[index]);
      const classes = classOf(way, inner.has(index) ? 'inner' : '');
      const name = namesCells ? html` data-name="${columns[index]}"` : '';
      return html`<td${classes}${name}>${shownCell(cell, { path: pathOf(index), room })}</td>`;
    });
    return html`<tr>${cells}</tr>`;
  });
  return html`${chartOf({ columns, rows }, frame)}<div class="muted small extent"><p id="answer-extent">${extentOf(rows.length, cut)}${inner.size === 0 ? '' : html`<span${classOf(namesCells ? 'of-inner' : '')}>; columns that only link tables are last</span>`} · Download: <a href="${fileOf(frame, '/answer.csv')}">CSV</a>, <a href="${fileOf(frame, '.json')}" download="answer.json">JSON</a></p>${inner.size > 0 && namesCells ? html`<label class="of-inner" data-control><input type="checkbox"> Columns that only link tables</label>` : ''}</div><div class="scroll answer${form}${room === 1 ? ' brief' : ''}" tabindex="0" role="group" aria-label="Answer" aria-describedby="answer-extent"><table class="grid-table"><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function classOf(...names: readonly string[]): Markup | string {
  const text = names.filter((name) => name !== '').join(' ');
  return text === '' ? '' : html` class="${text}"`;
}

function extentOf(count: number, cut: SqlAnswer['cut']): string {
  return `${cut === null ? '' : 'The first '}${countOf(count, 'row')}${CUTS[cut ?? 'none']}`;
}

/** What a narrow window shows side by side, at most. */
const FEW_COLUMNS = 3;

/**
 * What a narrow window does with an answer: `few` columns fit it, `by-row` shows each row as a block, and others scroll, as people
 * compare their numbers. A first column of short names stays in sight.
 */
function formOf(
  { columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>,
  { shown, isNumeric }: { readonly shown: readonly number[]; readonly isNumeric: readonly boolean[] },
): string {
  const isLong = (index: number) => rows.some((row) => String(row[index] ?? '').length > SHORT_TEXT);
  const [first = 0, ...others] = shown;
  const named = isLong(first) ? '' : ' named';
  const isFew =
    columns.length < FEW_COLUMNS ||
    (columns.length === FEW_COLUMNS && !columns.some((_, index) => isLong(index)));
  return isFew ? `${named} few` : others.every((index) => isNumeric[index]) ? named : `${named} by-row`;
}

/** Columns by which the store finds and compares its rows. */
const INNER = /^(?:(?:shape_|subject_|record_)?id|digest|extra|\w+_url)$/;
/** With these, the address of the record is inner too: they are links to it. */
const LINKED = /^(?:number|title|name)$/;

interface PlacedColumns {
  readonly shown: readonly number[];
  /** Those that were moved to the end. */
  readonly inner: ReadonlySet<number>;
}

/** A statement that asks for all columns of a table gets those for people first; one that names its columns, gets its order. */
function placeColumns(columns: readonly string[], sql: string): PlacedColumns {
  const indexes = columns.map((_, index) => index);
  const isLinked = columns.some((column) => LINKED.test(column));
  const inner = new Set(
    indexes.filter((index) => INNER.test(columns[index] ?? '') || (columns[index] === 'url' && isLinked)),
  );
  return inner.size < columns.length && /(?:\bselect|\bdistinct|,)\s*(?:\w+\.)?\*/i.test(sql)
    ? { shown: indexes.toSorted((one, other) => Number(inner.has(one)) - Number(inner.has(other))), inner }
    : { shown: indexes, inner: new Set() };
}

interface HeadPlace {
  readonly index: number;
  readonly order: RowOrder | null;
  /** Those of classes. */
  readonly names: readonly string[];
}

/** The name of a column, which orders the rows by it, and then the other way round. */
function headOf(column: string, { index, order, names }: HeadPlace, { path }: Frame): Markup {
  const isOrdered = order?.column === index;
  const isAscending = isOrdered && !order.isDescending;
  const sort = `${isAscending ? '-' : ''}${index + 1}`;
  const state = isOrdered ? html` aria-sort="${isAscending ? 'ascending' : 'descending'}"` : '';
  const words = column.split('_').map((word, place) => html`${place === 0 ? '' : html`_<wbr>`}${word}`);
  return html`<th scope="col"${classOf(...names)}${state}><a href="${otherQuery(path, { sort })}">${words}</a></th>`;
}

/** The maximum number of bars; more would be longer than a window. */
const MAX_BARS = 25;

/** A chart of names and their numbers, if that is what the result has. */
function chartOf({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>, frame: Frame): Markup | string {
  const [name = '', number = ''] = columns;
  const bars = rows.slice(0, MAX_BARS).flatMap((row) => {
    const [label, value] = row;
    const href = linksOfRow({ columns, row }, frame)(0);
    return typeof value === 'number' && value >= 0
      ? [{ label: String(label ?? '(none)'), href, values: [value] }]
      : [];
  });
  return columns.length !== 2 || rows.length < 2 || bars.length < Math.min(rows.length, MAX_BARS)
    ? ''
    : barChart({
        id: 'answer',
        title: `${number} by ${name}`,
        summary: rows.length > MAX_BARS ? `The first ${MAX_BARS} rows.` : 'A bar for each row.',
        labelName: name,
        series: [number],
        bars,
      });
}

const CUTS = {
  time: ', stopped after ten seconds',
  rows: '; the others are not on this page',
  size: `; the next row would exceed the limit of ${formatSize(MAX_BYTES)}`,
  none: '',
} as const;

const NO_ROWS = {
  time: 'The query was stopped after ten seconds, before its first row. Conditions on repo, author or state make most queries faster.',
  rows: 'No rows.',
  size: `The first row is longer than ${formatSize(MAX_BYTES)}, the limit of a result.`,
  none: 'No rows.',
} as const;

/** The address of the answer as a file. */
function fileOf({ path }: Frame, ending: string): string {
  return path.replace('/-/sql', `/-/sql${ending}`);
}
