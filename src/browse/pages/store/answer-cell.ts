import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { isWebAddress } from '../../show/links.ts';

/** A value in an answer to SQL. */
export type Cell = string | number | null;

/** Longer values are truncated on the page, but not in the forms for programs. */
const MAX_SHOWN = 2_000;

/** Texts that are longer get room, so that narrow windows do not show them word by word. */
export const SHORT_TEXT = 30;

/** The lines of a text until someone opens it: one would make its row longer than a window. */
export const TALL = 3;

/** The maximum number of characters that are shown in one line and in more. */
const MAX_CHARACTERS: Readonly<Record<number, number>> = { 1: SHORT_TEXT, [TALL]: 60 };

/** Columns of the store's tables that have logins. */
const PEOPLE = /^(?:actor|assignee|author|login|merged_by|owner|person|reviewer|user)$/;

/** Numbers, names and long texts differ in how they take place. */
export function wayOfCell(cell: Cell, column = ''): 'number' | 'whole' | 'long' | 'title' | '' {
  return typeof cell === 'number'
    ? 'number'
    : cell === null
      ? ''
      : column === 'repo' || PEOPLE.test(column)
        ? 'whole'
        : column === 'title'
          ? 'title'
          : cell.length > SHORT_TEXT
            ? 'long'
            : '';
}

interface AnswerRow {
  readonly columns: readonly string[];
  readonly row: readonly Cell[];
}

/** Finds the page of what a value names, by its column: a repository, a person, the record that the row is about, or an address. */
export function linksOfRow(
  { columns, row }: AnswerRow,
  { links }: Frame,
): (index: number) => string | undefined {
  const cellOf = (column: string) => row[columns.indexOf(column)] ?? null;
  const [url, repo, number, title] = ['url', 'repo', 'number', 'title'].map(cellOf);
  const localPath = (address: Cell | undefined) =>
    typeof address === 'string' && address.length <= MAX_SHOWN && isWebAddress(address)
      ? links.local(address)
      : undefined;
  const record = localPath(url);
  const found =
    typeof repo === 'string' && typeof number === 'number' ? links.glance(repo, number) : undefined;
  // Milestones have numbers of their own.
  const isOther =
    record === undefined
      ? typeof title === 'string' && title !== found?.title
      : found !== undefined && !record.startsWith(found.path);
  const thread = isOther ? record : (found?.path ?? record);
  return (index) => {
    const cell = row[index] ?? null;
    const column = columns[index] ?? '';
    return column === 'number'
      ? thread
      : typeof cell !== 'string' || cell === '' || cell.length > MAX_SHOWN
        ? undefined
        : column === 'repo'
          ? links.repository(cell)
          : PEOPLE.test(column)
            ? links.account(cell)
            : NAMES.test(column)
              ? (record ?? (column === 'title' ? thread : undefined))
              : localPath(cell);
  };
}

/** Columns that name the record of their row. */
export const NAMES = /^(?:title|name|tag_name)$/;

/** A date or a time, which stays on one line. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

/** A value: a link if it has a path, or else a text that is cut to a number of lines until someone opens it. */
export function shownCell(
  cell: Cell,
  { path, room }: { readonly path: string | undefined; readonly room: number },
): Markup | Cell {
  if (path !== undefined) {
    return html`<a href="${path}">${cell}</a>`;
  }
  return cell === null
    ? html`<span class="muted small">NULL</span>`
    : typeof cell === 'number'
      ? cell
      : TIME.test(cell)
        ? html`<time datetime="${cell}">${cell}</time>`
        : cell.length > (MAX_CHARACTERS[room] ?? 0) || cell.split('\n', room + 1).length > room
          ? html`<details class="clip"><summary>${cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell}</summary></details>`
          : cell;
}
