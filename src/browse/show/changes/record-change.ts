import { html } from 'hono/html';
import { type Happening, TEXT_FIELDS, whatHappened } from '../../../reading/what-happened.ts';
import type { FieldDifference } from '../../../store/diff-records.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { factsOfRecord, firstLine } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { attachmentPath, decodePart, withQuery } from '../../paths.ts';
import { labelChip } from '../badges.ts';
import { personLink, recordName } from '../links.ts';
import { dateOf } from '../times.ts';
import { wordDifference } from './word-difference.ts';

/** Names of kinds that differ from those in the store. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  issue_comment: 'comment',
  commit_comment: 'comment on commit',
  pull_request_review: 'review',
  pull_request_review_comment: 'comment on code',
};

export function kindWords(kind: string): string {
  return KIND_WORDS[kind] ?? kind.replaceAll('_', ' ');
}

/** Longer texts of deleted records are cut; the history has them whole. */
const MAX_LOST = 3_000;

export interface RecordChange {
  readonly difference: RecordDifference;
  /** The colours of labels by name, as far as they are known. */
  readonly colours: ReadonlyMap<string, string | null>;
  /** Whether it is the record of the thread that the list is about, and not a part of it. */
  readonly isSubject: boolean;
}

/** What happened to one record, in the words of people; its fields are on demand. */
export function recordChange(change: RecordChange, frame: Frame): Markup {
  const { difference } = change;
  const { before, after } = difference;
  const { happenings, fields } = whatHappened(difference);
  const lines =
    before === undefined || after === undefined || difference.change === 'moved'
      ? [comeOrGone(change, happenings[0] ?? 'other', frame)]
      : changedLines(change, fields, frame);
  const shown = lines.filter((line) => line !== '');
  return html`<li${happenings.includes('deleted') ? html` class="vanished"` : ''}>${shown}${fields.length === 0 ? '' : fieldsOf(fields)}</li>`;
}

function comeOrGone({ difference, isSubject }: RecordChange, happening: Happening, frame: Frame): Markup {
  const { kind, change, before, after, formerRepo } = difference;
  if (change === 'moved') {
    return html`<p><span class="tag">moved</span> from ${formerRepo}</p>`;
  }
  const json = after ?? before ?? '{}';
  if (kind === 'issue_event') {
    return eventLine(json, frame);
  }
  const { author, createdAt, body } = factsOfRecord(json);
  const isGone = happening === 'deleted';
  const by = author === null ? '' : html` by ${personLink(author, frame)}`;
  const at = createdAt === null ? '' : html`${isGone ? ' from' : ','} ${dateOf(createdAt)}`;
  const name = isSubject ? kindWords(kind) : nameOf(difference, frame);
  const text = isGone ? body.slice(0, MAX_LOST) : firstLine(body);
  const words = change === 'returned' ? 'there again' : isGone ? 'deleted' : 'new';
  return html`<p><span class="tag${isGone ? ' warn' : ''}">${words}</span> ${name}${by}${at}${historyLink(difference)}</p>${text === '' ? '' : html`<p class="${isGone ? 'lost' : 'muted'}" dir="auto">${text}${isGone && body.length > MAX_LOST ? '…' : ''}</p>`}`;
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  closed: 'closed this',
  merged: 'merged this',
  reopened: 'reopened this',
  labeled: 'added a label',
  unlabeled: 'removed a label',
};

function eventLine(json: string, frame: Frame): Markup {
  const { event }: { readonly event?: unknown } = JSON.parse(json);
  const { author, createdAt } = factsOfRecord(json);
  const words = EVENT_WORDS[String(event)] ?? String(event).replaceAll('_', ' ');
  return html`<p class="muted">${personLink(author, frame)} ${words}, ${dateOf(createdAt)}</p>`;
}

/** The kind of a record, linked to it if it still exists; one with a title is named. */
function nameOf({ kind, url, before, after }: RecordDifference, frame: Frame): Markup {
  const { title } = factsOfRecord(after ?? before ?? '{}');
  const path = url === undefined || after === undefined ? undefined : pathOf(url, frame);
  const isCommit = kind === 'commit_comment' && url !== undefined;
  const name = title !== null ? frame.title(title) : isCommit ? recordName(url) : undefined;
  const [lead, shown] = name === undefined ? ['', kindWords(kind)] : [`${kindWords(kind)} `, name];
  return html`${lead}${path === undefined ? html`<bdi>${shown}</bdi>` : html`<a href="${path}"><bdi>${shown}</bdi></a>`}`;
}

function pathOf(url: string, { links }: Frame): string | undefined {
  return links.attachment(url) === undefined ? links.local(url) : attachmentPath(url);
}

function historyLink({ url }: RecordDifference): Markup | string {
  return url === undefined
    ? ''
    : html` <a class="small" href="${withQuery('/-/history', { url })}">history</a>`;
}

/** A line for each field that people know by name. */
function changedLines(
  change: RecordChange,
  fields: readonly FieldDifference[],
  frame: Frame,
): readonly (Markup | string)[] {
  const { difference, isSubject } = change;
  const { author, createdAt } = factsOfRecord(difference.after ?? '{}');
  const whose = isSubject
    ? ''
    : html`${nameOf(difference, frame)}${author === null ? '' : html` by ${personLink(author, frame)}`}${createdAt === null ? '' : html`, ${dateOf(createdAt)}`}`;
  const lines = fields.flatMap((field) => lineOf(field, change) ?? []);
  const head =
    isSubject && lines.length > 0
      ? ''
      : html`<p><span class="tag">${lines.length > 0 && fields.some(({ pointer }) => pointer === '/body') ? 'edited' : 'changed'}</span> ${whose}${historyLink(difference)}</p>`;
  return [head, ...lines];
}

function lineOf(
  { pointer, before, after }: FieldDifference,
  { colours, isSubject }: RecordChange,
): Markup | undefined {
  const [old, young] = [parseField(before), parseField(after)];
  if (typeof old === 'string' && typeof young === 'string' && TEXT_FIELDS.has(pointer)) {
    const what = pointer === '/body' ? (isSubject ? 'text edited' : '') : `${pointer.slice(1)} edited`;
    return html`<div class="edit">${what === '' ? '' : html`<span class="tag">${what}</span>`}${wordDifference(old, young)}</div>`;
  }
  if (pointer === '/closed_at' || pointer === '/merged_at') {
    const word = pointer === '/merged_at' ? 'merged' : 'closed';
    return typeof young === 'string'
      ? html`<p><span class="tag">${word}</span> ${dateOf(young)}</p>`
      : html`<p><span class="tag">reopened</span>${typeof old === 'string' ? html` <span class="muted">(it was ${word} ${dateOf(old)})</span>` : ''}</p>`;
  }
  if (pointer === '/labels' && Array.isArray(old) && Array.isArray(young)) {
    const chips = (some: readonly unknown[], others: readonly unknown[]) =>
      some.filter((one) => !others.includes(one)).map((one) => chipOf(one, colours));
    const [added, removed] = [chips(young, old), chips(old, young)];
    return html`<p>${added.length === 0 ? '' : html`<span class="tag">labelled</span> <span class="labels">${added}</span> `}${removed.length === 0 ? '' : html`<span class="tag">no longer labelled</span> <span class="labels">${removed}</span>`}</p>`;
  }
  return undefined;
}

function chipOf(label: unknown, colours: ReadonlyMap<string, string | null>): Markup {
  const url = typeof label === 'string' ? label : '';
  const name = decodePart(url.slice(url.lastIndexOf('/') + 1));
  return labelChip({ name, color: colours.get(name) ?? null });
}

function parseField(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

const MAX_FIELD = 300;

/** The fields of a changed record as the archives have them. */
function fieldsOf(fields: readonly FieldDifference[]): Markup {
  const text = (json: string | undefined) =>
    json === undefined ? 'nothing' : json.length > MAX_FIELD ? `${json.slice(0, MAX_FIELD)}…` : json;
  return html`<details class="fields"><summary>${fields.length === 1 ? 'One field' : `${fields.length} fields`} of the record</summary><dl class="facts-list">${fields.map(
    ({ pointer, before, after }) =>
      html`<dt><code>${pointer.slice(1)}</code></dt><dd class="edits"><del>${text(before)}</del> <ins>${text(after)}</ins></dd>`,
  )}</dl></details>`;
}
