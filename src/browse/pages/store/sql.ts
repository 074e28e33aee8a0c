import { html } from 'hono/html';
import { csvLine } from '../../../base/separated-values.ts';
import { formatSize } from '../../../base/sizes.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { type DocumentedTable, documentSchema } from '../../../store/schema-documentation.ts';
import { barChart } from '../../charts/bar-chart.ts';
import type { Frame, Markup } from '../../frame.ts';
import { defineFile, definePage, type PageRequest } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { answerOrMistake, type Mistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { isWebAddress } from '../../show/links.ts';
import { otherQuery } from '../../show/pager.ts';
import {
  type AskedStatement,
  editedPath,
  type ListedTable,
  listedTables,
  readStatement,
  savedCards,
  savedList,
  statementForm,
  tableList,
} from './sql-form.ts';

/** The documentation of the store's tables and columns. */
export const schemaPage = definePage<Schema>({
  read: ({ store }) => ({ tables: store.remember('schema', documentSchema) }),
  show: ({ tables }) => ({
    title: 'Tables and columns',
    main: html`<h1>Tables and columns</h1><p class="muted">The tables and views of the store, and what each of their columns holds.</p>
${tables.map(
  ({ name, kind, words, columns }) =>
    html`<details id="table-${name}"><summary><strong class="mono">${name}</strong> ${kind === 'table' ? '' : html`<span class="tag">${kind}</span>`} <span class="muted">${words}</span></summary>
<div class="scroll" tabindex="0" role="group" aria-label="Columns of ${name}"><table class="grid-table"><caption><a href="${withQuery('/-/sql', { q: `select * from ${name} limit 50` })}">Its first rows</a></caption><thead><tr><th scope="col">Column</th><th scope="col">Type</th><th scope="col">What it holds</th></tr></thead><tbody>${columns.map((column) => html`<tr><td class="mono">${column.name}</td><td class="mono small">${column.type}</td><td>${column.words}</td></tr>`)}</tbody></table></div></details>`,
)}`,
    aside: html`<div data-control><h2>Tables</h2><ul class="plain small mono">${tables.map(({ name }) => html`<li><a href="#table-${name}">${name}</a></li>`)}</ul></div>`,
  }),
});

type Cell = string | number | null;

interface Sql extends AskedStatement {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly tables: readonly ListedTable[];
  readonly order: RowOrder | null;
  /** The limit that cut the result short; null if none did. */
  readonly cut: 'time' | 'rows' | 'size' | null;
  readonly mistake: Mistake | null;
}

/** The column by which the rows are ordered, in place of the order of the statement. */
interface RowOrder {
  readonly column: number;
  readonly isDescending: boolean;
}

const MAX_ROWS = 1_000;

/** The limit for all rows together: results are held in memory, and browsers are slow with longer pages. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Longer values are truncated on the page, but not in the forms for programs. */
const MAX_SHOWN = 2_000;

/** Longer texts are three lines until someone opens them: one would make its row longer than a window. */
const CLIPPED_FROM = 100;
const MAX_LINES = 3;

/** SQL over the store: a single read-only statement in a separate process, limited in time, rows and size. */
export const sqlPage = definePage<Sql>({
  async read({ store }, request) {
    const asked = readStatement(request.query);
    const edited = editedPath(request.query, asked);
    if (edited !== undefined) {
      return { redirectTo: edited };
    }
    const tables = listedTables(store.remember('schema', documentSchema));
    const nothing: Sql = { ...asked, tables, order: null, columns: [], rows: [], cut: null, mistake: null };
    if (asked.sql.trim() === '') {
      return nothing;
    }
    const found = await answerOrMistake(() => runStatement(store, asked, request));
    return 'mistake' in found ? { ...nothing, mistake: found.mistake } : { ...nothing, ...found.answer };
  },
  show: (facts, frame) => ({
    title: facts.saved?.title ?? 'SQL',
    main: html`<h1>${facts.saved?.title ?? 'SQL'}</h1>${facts.saved === null ? '' : html`<p class="muted">${facts.saved.description}</p>`}
${statementForm(facts)}
<div role="status">${mistakeNote(facts.mistake)}</div>
${facts.sql.trim() === '' ? savedCards() : answerOf(facts, frame)}`,
    aside: html`<div data-control>${tableList(facts.tables)}${facts.sql.trim() === '' ? '' : savedList(facts.saved?.name)}</div>`,
  }),
});

/** The answer to a statement as comma-separated values. */
export const sqlFile = defineFile(async ({ store }, request) => {
  const { columns, rows } = await runStatement(store, readStatement(request.query), request);
  return new Response([columns, ...rows].map((row) => csvLine(row)).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="answer.csv"',
    },
  });
});

async function runStatement(
  store: Browsing,
  { sql, values }: AskedStatement,
  { query, signal }: PageRequest,
): Promise<Pick<Sql, 'columns' | 'rows' | 'cut' | 'order'>> {
  const opened = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const parameters = { ...parametersOf(query), ...opened };
  const limits = { maxRows: MAX_ROWS, maxBytes: MAX_BYTES };
  const { columns, rows, cut } = await store.sql({ sql, parameters, ...limits }, signal);
  const cells = rows.map((row) => row.map(toCell));
  const order = orderOf(query, columns.length);
  return { columns, rows: order === null ? cells : inOrder(cells, order), cut, order };
}

/** `sort=2` orders by the second column, `sort=-2` in descending order. */
function orderOf(query: URLSearchParams, count: number): RowOrder | null {
  const [, minus = '', number = '0'] = /^(-?)(\d{1,4})$/.exec(query.get('sort') ?? '') ?? [];
  const column = Number(number) - 1;
  return column < 0 || column >= count ? null : { column, isDescending: minus !== '' };
}

/** As SQLite orders: nulls, numbers, texts. */
function inOrder(rows: Sql['rows'], { column, isDescending }: RowOrder): Sql['rows'] {
  const rank = (cell: Cell) => (cell === null ? 0 : typeof cell === 'number' ? 1 : 2);
  const compare = (one: Cell, other: Cell) =>
    rank(one) - rank(other) || (one === other ? 0 : (one ?? 0) < (other ?? 0) ? -1 : 1);
  const sorted = rows.toSorted((one, other) => compare(one[column] ?? null, other[column] ?? null));
  return isDescending ? sorted.toReversed() : sorted;
}

/** `p_name=value` sets `:name`. */
function parametersOf(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, value]) => (name.startsWith('p_') ? [[name.slice(2), value]] : [])),
  );
}

function toCell(value: null | string | number | bigint | Uint8Array): Cell {
  return value instanceof Uint8Array
    ? `${value.length} bytes`
    : typeof value === 'bigint'
      ? String(value)
      : value;
}

function answerOf({ columns, rows, cut, mistake, order }: Sql, frame: Frame): Markup | string {
  if (mistake !== null) {
    return '';
  }
  if (rows.length === 0) {
    return emptyNote(NO_ROWS[cut ?? 'none']);
  }
  const words = cut === null ? countOf(rows.length, 'row') : `The first ${countOf(rows.length, 'row')}`;
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  return html`${chartOf({ columns, rows }, frame)}<div class="scroll" tabindex="0" role="group" aria-label="Answer"><table class="grid-table"><caption>${words}${CUTS[cut ?? 'none']} · <a href="${fileOf(frame)}">CSV</a></caption><thead><tr>${columns.map((column, index) => headOf(column, { index, isNumeric: isNumeric[index] === true, order }, frame))}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, index) => html`<td${classOf(cell, columns[index])}>${linkedCell({ columns, row, index }, frame)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
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
function chartOf({ columns, rows }: Pick<Sql, 'columns' | 'rows'>, frame: Frame): Markup | string {
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
  return path === undefined ? shownCell(cell) : html`<a href="${path}">${cell}</a>`;
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

function shownCell(cell: Cell): Markup | Cell {
  return typeof cell !== 'string'
    ? cell
    : TIME.test(cell)
      ? html`<time datetime="${cell}">${cell}</time>`
      : cell.length > CLIPPED_FROM || cell.split('\n', MAX_LINES + 1).length > MAX_LINES
        ? html`<details class="clip"><summary>${cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell}</summary></details>`
        : cell;
}

interface Schema {
  readonly tables: readonly DocumentedTable[];
}
