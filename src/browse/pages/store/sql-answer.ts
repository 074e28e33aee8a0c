import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { barChart } from '../../charts/bar-chart.ts';
import type { Frame, Markup } from '../../frame.ts';
import type { Mistake } from '../../show/answer-or-mistake.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { isWebAddress } from '../../show/links.ts';
import { otherQuery } from '../../show/pager.ts';

export type Cell = string | number | null;

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

/** Longer values are truncated on the page, but not in the forms for programs. */
const MAX_SHOWN = 2_000;

/** Longer texts are three lines until someone opens them: one would make its row longer than a window. */
const THREE_LINES = { characters: 60, lines: 3 } as const;
/** Of more columns, texts are one line: the tallest cell of a row may be out of sight. */
const MAX_TALL_COLUMNS = 8;

/** The rows of an answer as a table, and as a chart if they are names and numbers. */
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
  const words = cut === null ? countOf(rows.length, 'row') : `The first ${countOf(rows.length, 'row')}`;
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const shown = orderOfColumns(columns, sql);
  const isBrief = columns.length > MAX_TALL_COLUMNS;
  return html`${chartOf({ columns, rows }, frame)}<p class="muted small" id="answer-extent">${words}${CUTS[cut ?? 'none']}${shown.some((index, place) => index !== place) ? '; columns that only link tables are last' : ''} · <a href="${fileOf(frame)}">CSV</a></p><div class="scroll answer${isBrief ? ' brief' : ''}" tabindex="0" role="group" aria-label="Answer" aria-describedby="answer-extent"><table class="grid-table"><thead><tr>${shown.map((index) => headOf(columns[index] ?? '', { index, isNumeric: isNumeric[index] === true, order }, frame))}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${shown.map((index) => html`<td${classOf(row[index] ?? null, columns[index])}>${linkedCell({ columns, row, index }, frame)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** Columns by which the store finds and compares its rows. */
const INNER = /^(?:(?:shape_|subject_|record_)?id|digest|extra|\w+_url)$/;

/** A statement that asks for all columns of a table gets those for people first; one that names its columns, gets its order. */
function orderOfColumns(columns: readonly string[], sql: string): readonly number[] {
  const indexes = columns.map((_, index) => index);
  const isInner = (index: number) => INNER.test(columns[index] ?? '');
  return /(?:\bselect|\bdistinct|,)\s*(?:\w+\.)?\*/i.test(sql)
    ? indexes.toSorted((one, other) => Number(isInner(one)) - Number(isInner(other)))
    : indexes;
}

interface ColumnPlace {
  readonly index: number;
  readonly isNumeric: boolean;
  readonly order: RowOrder | null;
}

/** The name of a column, which orders the rows by it, and then the other way round. */
function headOf(column: string, { index, isNumeric, order }: ColumnPlace, { path }: Frame): Markup {
  const isOrdered = order?.column === index;
  const isAscending = isOrdered && !order.isDescending;
  const sort = `${isAscending ? '-' : ''}${index + 1}`;
  const state = isOrdered ? html` aria-sort="${isAscending ? 'ascending' : 'descending'}"` : '';
  return html`<th scope="col"${isNumeric ? html` class="number"` : ''}${state}><a href="${otherQuery(path, { sort })}">${column}</a>${isOrdered ? (isAscending ? ' ↑' : ' ↓') : ''}</th>`;
}

/** Texts that are longer get room, so that narrow windows do not show them word by word. */
const SHORT_TEXT = 30;
const ONE_LINE = { characters: SHORT_TEXT, lines: 1 } as const;

/** Numbers, names and long texts differ in how they take place. */
function classOf(cell: Cell, column = ''): Markup | string {
  const name =
    typeof cell === 'number'
      ? 'number'
      : cell === null
        ? ''
        : column === 'repo' || PEOPLE.test(column)
          ? 'whole'
          : cell.length > SHORT_TEXT
            ? 'long'
            : '';
  return name === '' ? '' : html` class="${name}"`;
}

/** The maximum number of bars; more would be longer than a window. */
const MAX_BARS = 25;

/** A chart of names and their numbers, if that is what the result has. */
function chartOf({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>, frame: Frame): Markup | string {
  const [name = '', number = ''] = columns;
  const bars = rows.slice(0, MAX_BARS).flatMap((row) => {
    const [label, value] = row;
    const href = pathOfCell({ columns, row, index: 0 }, frame);
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
  time: 'The query took longer than ten seconds.',
  rows: 'No rows.',
  size: `The first row is longer than ${formatSize(MAX_BYTES)}, the limit of a result.`,
  none: 'No rows.',
} as const;

/** The address of the answer as a file. */
function fileOf({ path }: Frame): string {
  return path.replace('/-/sql', '/-/sql/answer.csv');
}

/** Columns of the store's tables that have logins. */
const PEOPLE = /^(?:actor|assignee|author|login|merged_by|owner|person|reviewer|user)$/;

interface PlacedCell {
  readonly columns: readonly string[];
  readonly row: readonly Cell[];
  readonly index: number;
}

/** A value, linked to the page of what it names. */
function linkedCell(place: PlacedCell, frame: Frame): Markup | Cell {
  const cell = place.row[place.index] ?? null;
  const path = pathOfCell(place, frame);
  const room = place.columns.length > MAX_TALL_COLUMNS ? ONE_LINE : THREE_LINES;
  return path === undefined ? shownCell(cell, room) : html`<a href="${path}">${cell}</a>`;
}

function pathOfCell({ columns, row, index }: PlacedCell, { links }: Frame): string | undefined {
  const cell = row[index] ?? null;
  const column = columns[index] ?? '';
  const repo = row[columns.indexOf('repo')];
  return typeof cell === 'number'
    ? column === 'number' && typeof repo === 'string'
      ? links.thread(repo, cell)
      : undefined
    : cell === null || cell.length > MAX_SHOWN
      ? undefined
      : column === 'repo'
        ? links.repository(cell)
        : PEOPLE.test(column)
          ? links.account(cell)
          : isWebAddress(cell)
            ? links.local(cell)
            : undefined;
}

/** A date or a time, which stays on one line. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

function shownCell(cell: Cell, room: typeof ONE_LINE | typeof THREE_LINES): Markup | Cell {
  return cell === null
    ? html`<span class="muted small">NULL</span>`
    : typeof cell === 'number'
      ? cell
      : TIME.test(cell)
        ? html`<time datetime="${cell}">${cell}</time>`
        : cell.length > room.characters || cell.split('\n', room.lines + 1).length > room.lines
          ? html`<details class="clip"><summary>${cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell}</summary></details>`
          : cell;
}
