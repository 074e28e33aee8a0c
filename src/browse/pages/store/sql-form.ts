import { html } from 'hono/html';
import { quoteText } from '../../../base/terminal-text.ts';
import { capitalized } from '../../../base/text-ends.ts';
import {
  findSavedQuery,
  formLacked,
  isQueryName,
  SAVED_QUERIES,
  type SavedQuery,
} from '../../../reading/saved-queries.ts';
import type { DocumentedColumn, DocumentedTable } from '../../../store/schema-documentation.ts';
import type { Markup } from '../../frame.ts';
import { withQuery } from '../../paths.ts';

/** A value that a statement leaves open as `:name`. */
interface OpenValue {
  readonly name: string;
  /** What it means; empty unless a saved query says so. */
  readonly words: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  /** What is wrong with the value, as the end of a sentence; null if nothing is. */
  readonly fault: string | null;
}

/** What an address asks to run. */
export interface AskedStatement {
  readonly sql: string;
  /** The saved query that it is, unchanged. */
  readonly saved: (Pick<SavedQuery, 'title' | 'description'> & { readonly name: string }) | null;
  readonly values: readonly OpenValue[];
}

const MAX_SQL_CHARACTERS = 20_000;

/** Reads `q` with a statement or `saved` with the name of a query, and `p_name` with the value of `:name`. */
export function readStatement(query: URLSearchParams): AskedStatement {
  const name = query.get('saved') ?? '';
  const asked = (query.get('q') ?? '').slice(0, MAX_SQL_CHARACTERS).replaceAll('\r\n', '\n');
  const saved = isQueryName(name) ? findSavedQuery(name) : undefined;
  const isSaved = saved !== undefined && (asked === '' || asked.trim() === saved.sql);
  const sql = isSaved ? saved.sql : asked;
  const known = saved?.parameters ?? {};
  return {
    sql,
    saved: isSaved ? { name, title: saved.title, description: saved.description } : null,
    values: namesIn(sql).map((parameter) =>
      openValue(parameter, { sql, given: query.get(`p_${parameter}`) ?? '', known: known[parameter] }),
    ),
  };
}

interface GivenValue {
  readonly sql: string;
  readonly given: string;
  readonly known: SavedQuery['parameters'][string] | undefined;
}

function openValue(name: string, { sql, given, known }: GivenValue): OpenValue {
  const value = given === '' ? (known?.default ?? '') : given;
  const isRequired = known === undefined && !takesNothing(sql, name);
  const form = known === undefined ? undefined : formLacked(value, known);
  const wrong = form === undefined ? null : `:${name} must be ${form}, not ${quoteText(value)}`;
  return {
    name,
    words: known?.summary ?? (isRequired ? '' : 'may be empty'),
    value,
    isRequired,
    isNumber: known?.form === 'whole number',
    fault: isRequired && value === '' ? `:${name} needs a value` : wrong,
  };
}

/** Whether a statement says what it does without the value, as saved queries do: it compares it with an empty text. */
function takesNothing(sql: string, name: string): boolean {
  return new RegExp(`:${name}\\s*(?:[=,]|==|<>|!=|in\\s*\\()\\s*''`, 'i').test(sql);
}

/**
 * Where the address of a saved query belongs that a form wrote: without its statement and values that are as they were, or
 * without its name and values that nothing asks for if it was edited.
 */
export function plainPath(
  query: URLSearchParams,
  { sql, saved, values }: AskedStatement,
): string | undefined {
  const name = query.get('saved') ?? '';
  const known = isQueryName(name) ? findSavedQuery(name) : undefined;
  if (known === undefined || sql.trim() === '' || (saved !== null && !query.has('q'))) {
    return undefined;
  }
  const parameters = Object.entries(known.parameters ?? {});
  const dropped =
    saved === null
      ? parameters.filter(([parameter]) => !values.some((value) => value.name === parameter))
      : parameters.filter(([parameter, { default: usual }]) =>
          ['', usual].includes(query.get(`p_${parameter}`) ?? ''),
        );
  const rest = [...query].filter(
    ([key]) =>
      key !== (saved === null ? 'saved' : 'q') && !dropped.some(([parameter]) => key === `p_${parameter}`),
  );
  return `/-/sql?${new URLSearchParams(rest)}`;
}

/** The names of `:name` in a statement, outside of texts and comments. */
function namesIn(sql: string): readonly string[] {
  const code = sql.replace(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  return [...new Set([...code.matchAll(/(?<![\w:]):([A-Za-z_]\w*)/g)].map(([, name = '']) => name))];
}

/** The characters of a line of the editor, in browsers that do not fit it to its text. */
const LINE = 100;

/** What an empty editor suggests. */
const SUGGESTION = "SELECT repo, number, title FROM issues WHERE state = 'open'";

interface ShownStatement extends AskedStatement {
  readonly repositories: readonly string[];
}

/** The editor, with a field for each open value. The statement of a saved query is folded below them. */
export function statementForm({ sql, saved, values, repositories }: ShownStatement): Markup {
  const lines = sql.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  const rows = Math.min(24, Math.max(5, lines + 1));
  const begins = sql === '' ? html` placeholder="${SUGGESTION}" autofocus` : '';
  const editor = html`<label for="sql">One read-only statement: SELECT, WITH, VALUES or EXPLAIN</label><br><textarea id="sql" name="q" rows="${rows}" class="mono sql" spellcheck="false"${begins}>${sql}</textarea>`;
  const faulty = values.find(({ fault }) => fault !== null);
  const fields =
    values.length === 0
      ? ''
      : html`<div class="values">${values.map((value) => fieldOf(value, { isFirst: value === faulty, repositories }))}</div>`;
  return html`<form action="/-/sql">${
    saved === null
      ? html`${editor}${fields}`
      : html`${fields}<details><summary>The statement, to read and to change</summary>${editor}</details><input type="hidden" name="saved" value="${saved.name}">`
  }<p data-control><button>Run</button> <span class="muted small"><span class="for-keys">or Ctrl+Enter; </span>at most 10 seconds</span> <a class="small to-tables" href="#tables">Tables and examples</a></p></form>`;
}

interface FieldPlace {
  /** The first that has a fault. */
  readonly isFirst: boolean;
  readonly repositories: readonly string[];
}

/** Nothing is checked by the browser: a statement may have changed and no longer ask for a value. */
function fieldOf(openValue: OpenValue, { isFirst, repositories }: FieldPlace): Markup {
  const { name, words, value, isRequired, isNumber, fault } = openValue;
  const id = `p_${name}`;
  const names =
    name === 'repo' && repositories.length <= MAX_OFFERED
      ? html`<datalist id="repositories">${repositories.map((repo) => html`<option value="${repo}">`)}</datalist>`
      : '';
  const state = html`${names === '' ? '' : html` list="repositories"`}${isRequired ? html` aria-required="true"` : ''}${fault === null ? '' : html` aria-invalid="true" aria-describedby="${id}-fault"`}${isFirst ? html` autofocus` : ''}`;
  return html`<div><label for="${id}"><code>:${name}</code>${words === '' ? '' : html` <span>${words}</span>`}</label><input id="${id}" name="${id}" value="${value}" autocomplete="off" spellcheck="false"${isNumber ? html` inputmode="numeric"` : ''}${state}>${names}${fault === null ? '' : html`<p class="bad" id="${id}-fault">${capitalized(fault)}.</p>`}</div>`;
}

/** The repositories that a field offers; a page with more would be slow. */
const MAX_OFFERED = 1_000;

/** The tables and views that people ask for most. */
const TABLES = [
  ...['threads', 'issues', 'pull_requests', 'comments', 'pull_request_reviews', 'timeline'],
  ...['reactions', 'releases', 'repositories', 'users', 'milestones', 'snapshots'],
];

/** A table with its columns. */
interface ListedTable {
  readonly name: string;
  readonly columns: readonly Pick<DocumentedColumn, 'name' | 'type'>[];
}

/** The tables next to the editor. */
export interface TableChoice {
  readonly tables: readonly ListedTable[];
  /** The names of the others. */
  readonly otherTables: readonly string[];
}

/** Those of the list with their columns, in its order, and the names of the others. */
export function listedTables(all: readonly DocumentedTable[]): TableChoice {
  return {
    tables: TABLES.flatMap((name) => {
      const found = all.find((table) => table.name === name);
      const columns = found?.columns.map((column) => ({ name: column.name, type: column.type }));
      return columns === undefined ? [] : [{ name, columns }];
    }),
    otherTables: all.map(({ name }) => name).filter((name) => !TABLES.includes(name)),
  };
}

/** Tables that show their columns in place. With scripts, names are inserted in a typed statement. */
export function tableList({ tables, otherTables }: TableChoice): Markup {
  const others = otherTables.map(
    (name) => html`<li><a href="${firstRows(name)}" data-insert="${name}">${name}</a></li>`,
  );
  return html`<h2 id="tables">Tables</h2>${tables.map(
    ({ name, columns }) =>
      html`<details class="columns-of small"><summary class="mono">${name}</summary><p><a href="${firstRows(name)}" data-insert="${name}">SELECT … FROM ${name}</a></p><ul class="plain mono">${columns.map((column) => html`<li><a href="${firstRows(name, column.name)}" data-insert="${column.name}">${column.name}</a> <span class="muted">${column.type}</span></li>`)}</ul></details>`,
  )}<details class="columns-of small"><summary>${otherTables.length} more tables</summary><ul class="plain mono">${others}</ul></details><p class="small"><a href="/-/schema" target="_blank">All tables, with what each column holds</a> <span class="muted">(a new tab)</span></p>`;
}

/** A statement to begin with. */
export function firstRows(table: string, columns = '*'): string {
  return withQuery('/-/sql', { q: `SELECT ${columns} FROM ${table} LIMIT 50` });
}

/** The saved queries as links, with the one that is shown marked. */
export function savedList(current: string | undefined): Markup {
  return html`<h2>Example queries</h2><ul class="plain small">${Object.entries(SAVED_QUERIES).map(([name, { title }]) => html`<li><a href="${withQuery('/-/sql', { saved: name })}"${name === current ? html` aria-current="page"` : ''}>${title}</a></li>`)}</ul>`;
}

/** The description of a saved query, with the names between backticks as code. */
export function describedQuery(description: string): Markup {
  return html`${description.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** The saved queries with what they tell, where no statement was written yet. */
export function savedCards(): Markup {
  return html`<h2>Example queries</h2><ul class="cards">${Object.entries(SAVED_QUERIES).map(
    ([name, { title, description }]) =>
      html`<li><a href="${withQuery('/-/sql', { saved: name })}">${title}</a><p class="muted small">${describedQuery(description)}</p></li>`,
  )}</ul>`;
}
