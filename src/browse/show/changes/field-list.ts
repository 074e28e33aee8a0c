import { html } from 'hono/html';
import type { FieldDifference } from '../../../store/diff-records.ts';
import type { Markup } from '../../frame.ts';
import { commitPath, comparePath } from '../../paths.ts';
import { fieldName } from './field-names.table.ts';
import { fieldEdit } from './record-change.ts';

/** A repository, and the commits that its kept clone contains. */
export interface CommitPlace {
  readonly repo: string;
  readonly commits: readonly string[];
}

/** The details of a changed record, before and after. */
export function fieldList(fields: readonly FieldDifference[], place: CommitPlace): Markup {
  return html`<dl class="facts-list">${fields.map(
    (field) =>
      html`<dt>${fieldName(field.pointer)}</dt><dd class="edits">${commitsEdit(field, place) ?? fieldEdit(field)}</dd>`,
  )}</dl>`;
}

/** A field with a commit before and after, which are links if they are kept; undefined for other fields. */
function commitsEdit({ before, after }: FieldDifference, { repo, commits }: CommitPlace): Markup | undefined {
  const [old, young] = [before, after].map((json) => COMMIT.exec(json ?? '')?.[1]);
  const kept = [old, young].filter((id) => id !== undefined && commits.includes(id));
  if (kept.length === 0) {
    return undefined;
  }
  const linked = (id: string | undefined) =>
    id === undefined || !kept.includes(id)
      ? id?.slice(0, 10)
      : html`<a href="${commitPath(repo, id)}">${id.slice(0, 10)}</a>`;
  const comparison =
    old !== undefined && young !== undefined && kept.length === 2
      ? html` <a href="${comparePath(repo, old, young)}">Compare them</a>`
      : '';
  return html`${old === undefined ? '' : html`<del>${linked(old)}</del> `}${young === undefined ? '' : html`<ins>${linked(young)}</ins>`}${comparison}`;
}

const COMMIT = /^"([0-9a-f]{40})"$/;
