import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { barChart } from '../../charts/bar-chart.ts';
import type { Frame, Markup } from '../../frame.ts';
import type { Mistake } from '../../show/answer-or-mistake.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { otherQuery, pager, pathsByOffset } from '../../show/pager.ts';
import { type Cell, linksOfRow, NAMES, SHORT_TEXT, shownCell, TALL, wayOfCell } from './answer-cell.ts';

export interface SqlAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly order: RowOrder | null;
  /** The limit that cut the result short; null if none did. */
  readonly cut: 'time' | 'rows' | 'size' | null;
  readonly mistake: Mistake | null;
  /** The rows before the page. */
  readonly offset: number;
  /** Whether it has all columns of a table of the store. */
  readonly isWholeTable: boolean;
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

/** The rows of a page: the bar that moves a wide answer sideways is below them. */
const ROWS_PER_PAGE = 25;

/** The rows of an answer as a table, and as a chart if they are names and numbers. Narrow windows show rows of texts one below the other. */
export function answerOf(
  answer: SqlAnswer & { readonly sql: string; readonly values: readonly LimitValue[] },
  frame: Frame,
): Markup | string {
  const { columns, rows, cut, mistake } = answer;
  if (mistake !== null) {
    return '';
  }
  if (rows.length === 0) {
    return emptyNote(NO_ROWS[cut ?? 'none']);
  }
  const offset = answer.offset < rows.length ? answer.offset : 0;
  const part = rows.slice(offset, offset + ROWS_PER_PAGE);
  const { shown, inner } = placeColumns(answer);
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const form = formOf({ columns, rows }, { shown, isNumeric });
  const room = columns.length > MAX_TALL_COLUMNS ? 1 : TALL;
  const place: ShownColumns = { shown, isNumeric, room, namesCells: form.endsWith('by-row') };
  const stretch = part.length === rows.length ? '' : `Rows ${offset + 1} to ${offset + part.length} of `;
  const last =
    inner.size === 0 ? '' : html`<span class="of-inner">; columns that only link tables are last</span>`;
  return html`${chartOf({ columns, rows }, frame)}<div class="muted small extent"><p id="answer-extent">${stretch}${extentOf(rows.length, cut, stretch !== '')}${limitWords(answer)}${last} · Download: <a href="${fileOf(frame, '/answer.csv')}">CSV</a>, <a href="${fileOf(frame, '.json')}" download="answer.json">JSON</a></p>${place.namesCells ? sortsOf(answer, shown, frame) : ''}</div><div class="scroll answer${form}${room === 1 ? ' brief' : ''}" tabindex="0" role="group" aria-label="Answer" aria-describedby="answer-extent"><table class="grid-table"><thead><tr>${shown.map((index, position) => headOf(answer, { index, position }, place, frame))}</tr></thead><tbody>${part.map((row) => rowOf({ columns, row }, place, frame))}</tbody></table></div>${pagesOf({ offset, count: rows.length }, frame)}`;
}

interface ShownColumns {
  /** The indexes of the columns in the order of the page. */
  readonly shown: readonly number[];
  readonly isNumeric: readonly boolean[];
  /** The lines of a text. */
  readonly room: number;
  /** Whether narrow windows show each row as a block. */
  readonly namesCells: boolean;
}

/** The fields of a block before the others are folded; a few more are not worth it. */
const MAX_FIELDS = 6;
const FEW_MORE_FIELDS = 2;

function rowOf(
  { columns, row }: { readonly columns: readonly string[]; readonly row: readonly Cell[] },
  { shown, isNumeric, room, namesCells }: ShownColumns,
  frame: Frame,
): Markup {
  const pathOf = linksOfRow({ columns, row }, frame);
  const isFolded = namesCells && shown.length > MAX_FIELDS + FEW_MORE_FIELDS;
  const cells = shown.map((index, position) => {
    const cell = row[index] ?? null;
    const way = cell === null && isNumeric[index] === true ? 'number' : wayOfCell(cell, columns[index]);
    const stuck = isStuck({ columns, shown }, position) ? 'stuck' : '';
    const classes = classOf(way, stuck, isFolded && position >= MAX_FIELDS ? 'rest' : '');
    const name = namesCells ? html` data-name="${columns[index]}"` : '';
    return html`<td${classes}${name}>${shownCell(cell, { path: pathOf(index), room })}</td>`;
  });
  const unfold = isFolded
    ? html`<td class="unfold" data-control><details><summary>${shown.length - MAX_FIELDS} more</summary></details></td>`
    : '';
  return html`<tr>${cells}${unfold}</tr>`;
}

/** Whether a column stays in sight when a wide answer is moved sideways: the name of the record. */
function isStuck(
  { columns, shown }: { readonly columns: readonly string[]; readonly shown: readonly number[] },
  position: number,
): boolean {
  return position === shown.findIndex((index) => NAMES.test(columns[index] ?? ''));
}

/** The neighbours of a page of rows. */
function pagesOf(
  { offset, count }: { readonly offset: number; readonly count: number },
  frame: Frame,
): Markup | string {
  const [path = '', query] = frame.path.split('?', 2);
  const { prevPath, nextPath } = pathsByOffset(
    { path, query: new URLSearchParams(query) },
    { offset, perPage: ROWS_PER_PAGE, hasMore: count > offset + ROWS_PER_PAGE },
  );
  return pager({ before: prevPath, after: nextPath }, ['Previous rows', 'Next rows']);
}

function classOf(...names: readonly string[]): Markup | string {
  const text = names.filter((name) => name !== '').join(' ');
  return text === '' ? '' : html` class="${text}"`;
}

function extentOf(count: number, cut: SqlAnswer['cut'], isPart: boolean): string {
  return `${cut === null ? '' : isPart ? 'the first ' : 'The first '}${countOf(count, 'row')}${CUTS[cut ?? 'none']}`;
}

interface LimitValue {
  readonly name: string;
  readonly value: string;
}

/** Says that there may be more rows than a value of the statement lets through. */
function limitWords({
  rows,
  sql,
  values,
}: Pick<SqlAnswer, 'rows'> & { readonly sql: string; readonly values: readonly LimitValue[] }):
  | Markup
  | string {
  const limit = values.find(
    ({ name, value }) =>
      value !== '' &&
      Number(value) === rows.length &&
      new RegExp(`\\blimit\\s[^;]*:${name}\\b`, 'i').test(sql),
  );
  return limit === undefined ? '' : html` (limited by <code>:${limit.name}</code>)`;
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
  const named =
    isLong(first) || shown.some((_, position) => position > 0 && isStuck({ columns, shown }, position))
      ? ''
      : ' named';
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
function placeColumns({
  columns,
  sql,
  isWholeTable,
}: Pick<SqlAnswer, 'columns' | 'isWholeTable'> & { readonly sql: string }): PlacedColumns {
  const indexes = columns.map((_, index) => index);
  const isLinked = columns.some((column) => LINKED.test(column));
  const inner = new Set(
    indexes.filter((index) => INNER.test(columns[index] ?? '') || (columns[index] === 'url' && isLinked)),
  );
  return isWholeTable && inner.size < columns.length && /(?:\bselect|\bdistinct|,)\s*(?:\w+\.)?\*/i.test(sql)
    ? { shown: indexes.toSorted((one, other) => Number(inner.has(one)) - Number(inner.has(other))), inner }
    : { shown: indexes, inner: new Set() };
}

/** The name of a column, which orders the rows by it, and then the other way round. */
function headOf(
  { columns, order }: SqlAnswer,
  { index, position }: { readonly index: number; readonly position: number },
  { shown, isNumeric }: ShownColumns,
  frame: Frame,
): Markup {
  const { path, direction } = sortOf(order, index, frame);
  const state = direction === '' ? '' : html` aria-sort="${direction}"`;
  const classes = classOf(
    isNumeric[index] === true ? 'number' : '',
    isStuck({ columns, shown }, position) ? 'stuck' : '',
  );
  const words = (columns[index] ?? '').split('_');
  return html`<th scope="col"${classes}${state}><a href="${path}">${words.map((word, place) => html`${place === 0 ? '' : html`_<wbr>`}${word}`)}</a></th>`;
}

/** What orders the rows by a column, and how they are ordered by it. */
function sortOf(order: RowOrder | null, index: number, { path }: Frame) {
  const direction =
    order?.column !== index ? '' : order.isDescending ? ('descending' as const) : ('ascending' as const);
  const sort = `${direction === 'ascending' ? '-' : ''}${index + 1}`;
  return { direction, path: otherQuery(path, { sort, from: undefined }) };
}

/** The last ORDER BY of a statement, by its first column. */
const WRITTEN_ORDER = /\border\s+by\s+(?:\w+\.)?(\w+)(\s+desc\b)?[^()]*$/i;

/** Orders the rows of narrow windows, which have no heads. */
function sortsOf(
  { columns, order, sql }: SqlAnswer & { readonly sql: string },
  shown: readonly number[],
  frame: Frame,
): Markup {
  const [, name = '', descending] = WRITTEN_ORDER.exec(sql) ?? [];
  const written = columns.includes(name)
    ? { column: columns.indexOf(name), isDescending: descending !== undefined }
    : null;
  const used = order ?? written;
  const chosen = used === null ? '' : ` ${columns[used.column]} ${used.isDescending ? '↓' : '↑'}`;
  return html`<details class="sorts of-rows" data-control><summary><span class="muted">Sort by</span>${chosen}</summary><ul class="plain">${shown.map((index) => html`<li><a href="${sortOf(order, index, frame).path}"${order?.column === index ? html` aria-current="true"` : ''}>${columns[index]}</a></li>`)}</ul></details>`;
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
  return otherQuery(path.replace('/-/sql', `/-/sql${ending}`), { from: undefined });
}
