/**
 * Pages of plain SQL on a store, like those of general-purpose table browsers: all columns of up to 100 rows with a
 * count, a row with the rows that refer to it, and a full-text search. No layout, no Markdown, no links between
 * records.
 *
 *     node compiled/bench/rivals/plain-pages.js STORE
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

const PAGE_ROWS = 100;

const [, , path = ''] = process.argv;
const db = new Database(path, { readonly: true });
const list = db.prepare('SELECT * FROM issues WHERE repo = ? ORDER BY number DESC LIMIT ?');
const count = db.prepare('SELECT count(*) AS rows FROM issues WHERE repo = ?');
const facet = db.prepare('SELECT state, count(*) AS rows FROM issues WHERE repo = ? GROUP BY state');
const thread = db.prepare('SELECT * FROM issues WHERE repo = ? AND number = ?');
const comments = db.prepare(
  'SELECT * FROM issue_comments WHERE thread_url = (SELECT url FROM issues WHERE repo = ? AND number = ?) ORDER BY created_at LIMIT ?',
);
const found = db.prepare(
  'SELECT rowid, title, body, comment FROM search_text WHERE search_text MATCH ? ORDER BY rank LIMIT ?',
);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [owner = '', name = '', , number] = url.pathname.slice(1).split('/');
  const repo = `${owner}/${name}`;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (url.pathname === '/-/search') {
    response.end(tables(found.all(`"${url.searchParams.get('q')}"`, PAGE_ROWS)));
  } else if (number !== undefined) {
    response.end(tables(thread.all(repo, Number(number)), comments.all(repo, Number(number), PAGE_ROWS)));
  } else {
    response.end(tables(count.all(repo), facet.all(repo), list.all(repo, PAGE_ROWS)));
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(
    JSON.stringify({
      message_type: 'ready',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    }),
  );
});
process.once('SIGTERM', () => process.exit(0));

function tables(...results: readonly (readonly unknown[])[]): string {
  return `<!doctype html><title>plain</title>${results.map(table).join('<hr>')}`;
}

function table(rows: readonly unknown[]): string {
  const lines = rows.map((row) => {
    const cells = Object.entries(row as Record<string, unknown>).map(
      ([, value]) => `<td>${escaped(String(value))}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table>${lines.join('\n')}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
