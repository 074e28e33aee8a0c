import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { chooseSavedQuery, isQueryName, SAVED_QUERIES } from '../../../reading/saved-queries.ts';
import { type DocumentedTable, documentSchema } from '../../../store/schema-documentation.ts';
import { barChart } from '../../charts/bar-chart.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { answerOrMistake, type Mistake, mistakeNote } from '../../show/answer-or-mistake.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';

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

interface Sql {
  readonly sql: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The limit that cut the result short; null if none did. */
  readonly cut: 'time' | 'rows' | 'size' | null;
  readonly mistake: Mistake | null;
}

const MAX_ROWS = 1_000;

/** The limit for all rows together: results are held in memory, and browsers are slow with longer pages. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Longer values are truncated on the page, but not in the forms for programs. */
const MAX_SHOWN = 2_000;

const MAX_SQL_CHARACTERS = 20_000;

/** SQL over the store: a single read-only statement in a separate process, limited in time, rows and size. */
export const sqlPage = definePage<Sql>({
  async read({ store }, { query, signal }) {
    const name = query.get('saved') ?? '';
    const asked = (query.get('q') ?? '').slice(0, MAX_SQL_CHARACTERS);
    const saved = asked === '' && isQueryName(name) ? chooseSavedQuery(name) : undefined;
    const sql = saved?.sql ?? asked;
    const nothing: Sql = { sql, columns: [], rows: [], cut: null, mistake: null };
    if (sql.trim() === '') {
      return nothing;
    }
    const parameters = saved?.parameters ?? parametersOf(query);
    const limits = { maxRows: MAX_ROWS, maxBytes: MAX_BYTES };
    const found = await answerOrMistake(() => store.sql({ sql, parameters, ...limits }, signal));
    if ('mistake' in found) {
      return { ...nothing, mistake: found.mistake };
    }
    const { columns, rows, cut } = found.answer;
    return { ...nothing, columns, rows: rows.map((row) => row.map(toCell)), cut };
  },
  show: (facts) => ({
    title: 'SQL',
    main: html`<h1>SQL</h1>
<form action="/-/sql"><label for="sql">One read-only statement: SELECT, WITH, VALUES or EXPLAIN</label><br><textarea id="sql" name="q" rows="${Math.min(18, Math.max(5, facts.sql.split('\n').length + 1))}" class="mono sql" spellcheck="false">${facts.sql}</textarea><p><button>Run</button> <a href="/-/schema">Tables and columns</a></p></form>
<div role="status">${mistakeNote(facts.mistake)}</div>
${answerOf(facts)}`,
    aside: html`<div data-control><h2>Saved queries</h2><ul class="plain small">${Object.entries(SAVED_QUERIES).map(([name, { title }]) => html`<li><a href="${withQuery('/-/sql', { saved: name })}">${title}</a></li>`)}</ul></div>`,
  }),
});

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

function answerOf({ sql, columns, rows, cut, mistake }: Sql): Markup | string {
  if (mistake !== null || sql.trim() === '') {
    return '';
  }
  if (rows.length === 0) {
    return emptyNote(NO_ROWS[cut ?? 'none']);
  }
  const words = cut === null ? countOf(rows.length, 'row') : `The first ${countOf(rows.length, 'row')}`;
  const isNumeric = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  return html`${chartOf(columns, rows)}<div class="scroll" tabindex="0" role="group" aria-label="Answer"><table class="grid-table"><caption>${words}${CUTS[cut ?? 'none']}</caption><thead><tr>${columns.map((column, index) => html`<th scope="col"${isNumeric[index] === true ? html` class="number"` : ''}>${column}</th>`)}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell) => html`<td${typeof cell === 'number' ? html` class="number"` : ''}>${shownCell(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** The maximum number of bars; more would be longer than a window. */
const MAX_BARS = 25;

/** A chart of names and their numbers, if that is what the result has. */
function chartOf(columns: readonly string[], rows: Sql['rows']): Markup | string {
  const [name = '', number = ''] = columns;
  const bars = rows
    .slice(0, MAX_BARS)
    .flatMap(([label, value]) =>
      typeof value === 'number' && value >= 0 ? [{ label: String(label ?? '(none)'), values: [value] }] : [],
    );
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

function shownCell(cell: Cell): Cell {
  return typeof cell === 'string' && cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}

interface Schema {
  readonly tables: readonly DocumentedTable[];
}
