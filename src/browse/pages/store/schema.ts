import { html } from 'hono/html';
import { type DocumentedTable, documentSchema } from '../../../store/index.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';

interface Schema {
  readonly tables: readonly DocumentedTable[];
}

/** What each table and column of the store holds. */
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
    aside: html`<h2>Tables</h2><ul class="plain small mono">${tables.map(({ name }) => html`<li><a href="#table-${name}">${name}</a></li>`)}</ul>`,
  }),
});
