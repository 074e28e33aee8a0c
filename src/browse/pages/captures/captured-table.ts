import { html } from 'hono/html';
import { CAPTURES, type CaptureName } from '../../../model/captures.table.ts';
import type { Frame, Markup } from '../../frame.ts';
import { personLink } from '../../show/links.ts';
import { momentOf } from '../../show/times.ts';
import type { CapturedRow, Subject } from './captured-subjects.ts';
import { inWords } from './event-words.ts';

type Cell = string | number | null | undefined;

/** Captured rows as a table, which is a list of cards on narrow screens. */
export function capturedTable(
  kind: CaptureName,
  {
    rows,
    subjects,
  }: { readonly rows: readonly CapturedRow[]; readonly subjects: readonly (Subject | null)[] },
  frame: Frame,
): Markup {
  const { columns, linked } = CAPTURES[kind];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${kind}"><table class="grid-table stacked"><caption>As last seen</caption><thead><tr>${columns.map(([name, word]) => html`<th scope="col"${numberClass(name)}>${word}</th>`)}</tr></thead><tbody>${rows.map(
    (row, index) =>
      html`<tr>${columns.map(([name, word]) => html`<td data-name="${word}"${numberClass(name)}>${name === linked ? subjectLink(row[name], subjects[index] ?? null, frame) : linkedCell(name, row[name], frame)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** The text of a row, or else the name of its subject, linked to the page of the subject. */
function subjectLink(value: Cell, subject: Subject | null, frame: Frame): Markup | string {
  const text = value === undefined || value === null || value === '' ? (subject?.text ?? '') : String(value);
  const path = subject?.path ?? null;
  return path === null ? text : html`<a href="${path}">${frame.title(text)}</a>`;
}

function linkedCell(name: string, value: Cell, frame: Frame): Markup | string {
  const path = name === 'repo' ? frame.links.repository(String(value)) : undefined;
  return path !== undefined
    ? html`<a href="${path}">${value}</a>`
    : name === 'org' || name === 'owner'
      ? personLink(String(value), frame)
      : cellText(name, value);
}

function numberClass(name: string): Markup | string {
  return /amount$|^(?:comments|stargazers)$/.test(name) ? html` class="number"` : '';
}

/** The columns with names that the service gives to kinds of things. */
const NAMED_KINDS: ReadonlySet<string> = new Set(['type', 'scope', 'products']);

function cellText(name: string, value: Cell): Markup | string {
  if (value === null || value === undefined) {
    return '';
  }
  if (name.endsWith('_at')) {
    return momentOf(String(value));
  }
  if (name.startsWith('is_') || name.startsWith('prevents_')) {
    return value === 1 ? 'yes' : 'no';
  }
  return NAMED_KINDS.has(name)
    ? inWords(String(value))
    : LISTS.has(name)
      ? listText(String(value))
      : String(value);
}

/** The columns with JSON arrays of texts. */
const LISTS: ReadonlySet<string> = new Set(['files', 'languages']);

function listText(json: string): string {
  return (JSON.parse(json) as readonly string[]).join(', '); // Written by a capture.
}
