import { html } from 'hono/html';
import { csvLine } from '../../../base/separated-values.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { nearestRepository } from '../../../reading/read-names.ts';
import { type DocumentedTable, documentSchema } from '../../../store/schema-documentation.ts';
import type { Markup } from '../../frame.ts';
import { defineFile, definePage, type PageRequest } from '../../page.ts';
import { answerOrMistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { offsetIn } from '../../show/pager.ts';
import type { Cell } from './answer-cell.ts';
import { answerOf, MAX_BYTES, type RowOrder, type SqlAnswer } from './sql-answer.ts';
import {
  type AskedStatement,
  describedQuery,
  firstRows,
  listedTables,
  plainPath,
  readStatement,
  savedCards,
  savedList,
  statementForm,
  type TableChoice,
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
<div class="scroll" tabindex="0" role="group" aria-label="Columns of ${name}"><table class="grid-table"><caption><a href="${firstRows(name)}">Its first rows</a></caption><thead><tr><th scope="col">Column</th><th scope="col">Type</th><th scope="col">What it holds</th></tr></thead><tbody>${columns.map((column) => html`<tr><td class="mono">${column.name}</td><td class="mono small">${column.type}</td><td>${column.words}</td></tr>`)}</tbody></table></div></details>`,
)}`,
    aside: html`<div data-control><h2>Tables</h2><ul class="plain small mono">${tables.map(({ name }) => html`<li><a href="#table-${name}">${name}</a></li>`)}</ul></div>`,
  }),
});

interface Sql extends AskedStatement, SqlAnswer, TableChoice {
  /** All of them, where the statement leaves one open. */
  readonly repositories: readonly string[];
}

const MAX_ROWS = 1_000;

/** SQL over the store: a single read-only statement in a separate process, limited in time, rows and size. */
export const sqlPage = definePage<Sql>({
  async read({ store }, request) {
    const asked = readStatement(request.query);
    const plain = plainPath(request.query, asked);
    if (plain !== undefined) {
      return { redirectTo: plain };
    }
    const repositories = asked.values.some(({ name }) => name === 'repo') ? store.allRepositoryNames() : [];
    const nothing: Sql = {
      ...asked,
      ...listedTables(store.remember('schema', documentSchema)),
      ...{ repositories, order: null, columns: [], rows: [], cut: null, mistake: null },
      ...{ offset: offsetIn(request.query), isWholeTable: false },
    };
    if (asked.sql.trim() === '') {
      return nothing;
    }
    const found = await answerOrMistake(() => runStatement(store, asked, request));
    return 'mistake' in found ? { ...nothing, mistake: found.mistake } : { ...nothing, ...found.answer };
  },
  show: (facts, frame) => ({
    title: facts.saved?.title ?? 'SQL',
    main: html`<h1>${facts.saved?.title ?? 'SQL'}</h1>${facts.saved === null ? '' : html`<p class="muted">${describedQuery(facts.saved.description)}</p>`}
${statementForm(facts)}
<div role="status">${faultOf(facts) === null ? mistakeNote(facts.mistake, { path: '/-/sql', search: facts.sql }) : ''}</div>
${facts.sql.trim() === '' ? savedCards() : html`${absentRepository(facts)}${answerOf(facts, frame)}`}`,
    aside: html`<div data-control>${tableList(facts)}${facts.sql.trim() === '' ? '' : savedList(facts.saved?.name)}</div>`,
  }),
});

/** The answer to a statement as comma-separated values. Its name says if rows are missing. */
export const sqlFile = defineFile(async ({ store }, request) => {
  const { columns, rows, cut } = await runStatement(
    store,
    readStatement(request.query),
    request,
    Number.MAX_SAFE_INTEGER,
  );
  const name = cut === null ? 'answer' : `first-${rows.length}-rows`;
  return new Response([columns, ...rows].map((row) => csvLine(row)).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
  });
});

async function runStatement(
  store: Browsing,
  asked: AskedStatement,
  { query, signal }: PageRequest,
  maxRows = MAX_ROWS,
): Promise<Pick<Sql, 'columns' | 'rows' | 'cut' | 'order' | 'isWholeTable'>> {
  const { sql, values } = asked;
  const fault = faultOf(asked);
  if (fault !== null) {
    throw new Failure('query-refused', `Cannot run the query: ${fault}`, { hint: '', commandHint: '' });
  }
  const opened = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const parameters = { ...parametersOf(query), ...opened };
  const { columns, rows, cut } = await store.sql({ sql, parameters, maxRows, maxBytes: MAX_BYTES }, signal);
  const cells = rows.map((row) => row.map(toCell));
  const order = orderOf(query, columns.length);
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  const isWholeTable = store
    .remember('schema', documentSchema)
    .some((table) => words.has(table.name) && table.columns.every(({ name }) => columns.includes(name)));

  return { columns, rows: order === null ? cells : inOrder(cells, order), cut, order, isWholeTable };
}

/** Says that a repository is unknown, where there is nothing about it. */
function absentRepository({ values, repositories, rows, mistake }: Sql): Markup | string {
  const asked = values.find(({ name }) => name === 'repo')?.value ?? '';
  if (mistake !== null || rows.length > 0 || asked === '' || repositories.includes(asked)) {
    return '';
  }
  const nearest = nearestRepository(asked, repositories);
  return html`<p><strong>No repository ${asked} in this store.</strong>${nearest === undefined ? '' : ` Did you mean ${nearest}?`}</p>`;
}

/** What is wrong with the first value that has a fault; its field says so. */
function faultOf({ values }: AskedStatement): string | null {
  return values.find(({ fault }) => fault !== null)?.fault ?? null;
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

interface Schema {
  readonly tables: readonly DocumentedTable[];
}
