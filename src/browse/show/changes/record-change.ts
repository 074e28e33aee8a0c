import { html } from 'hono/html';
import { capitalized, decodePart, lastSegment } from '../../../base/text-ends.ts';
import { pluralOfKind } from '../../../model/record-kind.ts';
import type { Deletion } from '../../../reading/find-deletion.ts';
import { type Happening, TEXT_FIELDS, type WhatHappened } from '../../../reading/what-happened.ts';
import type { FieldDifference } from '../../../store/diff-records.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { factsOfRecord, type RecordFacts } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { attachmentPath, withQuery } from '../../paths.ts';
import { labelChip } from '../badges.ts';
import { personLink, recordName } from '../links.ts';
import { dateOf } from '../times.ts';
import { FIELD_NAMES } from './field-names.table.ts';
import { fieldWords } from './field-words.ts';
import { wordDifference } from './word-difference.ts';

/** What people call one and several records of a kind, where they do not say what the store says. */
const KIND_WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  issue_comment: ['comment', 'comments'],
  issue_event: ['event', 'events'],
  commit_comment: ['comment on commit', 'comments on commits'],
  pull_request_review: ['review', 'reviews'],
  pull_request_review_comment: ['comment on code', 'comments on code'],
  pull_request_review_thread: ['conversation about code', 'conversations about code'],
  user: ['person', 'people'],
  base: ['base branch', 'base branches'],
};

export function kindWords(kind: string): string {
  return KIND_WORDS[kind]?.[0] ?? kind.replaceAll('_', ' ');
}

/** The plural of a kind: `comments on commits`. */
export function kindsWords(kind: string): string {
  return KIND_WORDS[kind]?.[1] ?? pluralOfKind(kind).replaceAll('_', ' ');
}

/** Longer texts are cut: the history has the deleted ones whole, and new ones are on the page that the line links to. */
const MAX_SHOWN = { lost: 3_000, came: 800 } as const;

export interface RecordChange {
  readonly difference: RecordDifference;
  readonly happened: WhatHappened;
  /** The colours of labels by name, as far as they are known. */
  readonly colours: ReadonlyMap<string, string | null>;
  /** Whether it is the record of the thread that the list is about, and not a part of it. */
  readonly isSubject: boolean;
  /** Of the page with its history, which needs no link to itself: whether it shows the text of a new record. */
  readonly history?: 'whole' | 'without new text' | undefined;
  /** JSON pointers of fields whose change an event shows. */
  readonly eventFields?: ReadonlySet<string>;
  /** Who deleted it, if that is known. */
  readonly deletion?: Deletion | undefined;
}

/** What happened to one record, in the words of people. */
export interface ShownChange {
  /** Undefined if nothing happened that people know by name. */
  readonly text: Markup | undefined;
  readonly isDeleted: boolean;
  /** False if nothing differs but the time of the last change. */
  readonly hasHappened: boolean;
  /** The fields whose difference is said nowhere else. */
  readonly fields: readonly FieldDifference[];
}

/** A change with what its record says of itself, which several parts of its line show. */
interface SeenChange extends RecordChange {
  readonly facts: RecordFacts;
}

/** What a record says of itself now or, if it is gone, what it said. */
export function factsOf({ before, after }: RecordDifference): RecordFacts {
  return factsOfRecord(after ?? before ?? '{}');
}

export function showChange(change: RecordChange, frame: Frame): ShownChange {
  const { before, after, change: what } = change.difference;
  const { happenings, fields } = change.happened;
  const isWhole = before === undefined || after === undefined || what === 'moved';
  const seen = { ...change, facts: factsOf(change.difference) };
  const lines = linesOf(seen, fields, frame);
  const text = isWhole ? comeOrGone(seen, happenings[0] ?? 'other', frame) : changedText(seen, lines, frame);
  return {
    text,
    isDeleted: happenings.includes('deleted'),
    hasHappened: happenings.length > 0,
    fields: fields.filter((field) => !lines.has(field)),
  };
}

/** The line of each field that people know by name; empty if another line, or an event, says it too. */
function linesOf(
  change: SeenChange,
  fields: readonly FieldDifference[],
  frame: Frame,
): ReadonlyMap<FieldDifference, Markup | ''> {
  const isMerged = fields.some(({ pointer, after }) => pointer === '/merged_at' && after !== 'null');
  return new Map(
    fields.flatMap((field) => {
      const { pointer } = field;
      const isSaid =
        change.eventFields?.has(pointer) === true ||
        (isMerged && pointer === '/closed_at') ||
        fields.some((other) => REPEATED[pointer] === other.pointer);
      const line = isSaid ? '' : lineOf(field, change, frame);
      return line === undefined ? [] : [[field, line] as const];
    }),
  );
}

/** Fields that say what another one says too. */
const REPEATED: Readonly<Record<string, string>> = {
  '/assignee': '/assignees',
  '/state': '/closed_at',
  '/resolved_at': '/resolver',
};

function comeOrGone(change: SeenChange, happening: Happening, frame: Frame): Markup | undefined {
  const { difference, history, facts } = change;
  const isHistory = history !== undefined;
  const { after, formerRepo, repo = null } = difference;
  if (difference.change === 'moved') {
    return html`<p><span class="tag">moved</span> ${whoseOf(change, frame)} from ${formerRepo}</p>`;
  }
  if (happening === 'other') {
    return undefined;
  }
  const { body } = facts;
  const isGone = after === undefined;
  const words = difference.change === 'returned' ? 'there again' : isGone ? 'deleted' : 'new';
  const line = html`<p>${isHistory ? '' : html`<span class="tag${isGone ? ' warn' : ''}">${words}</span> `}${whoseOf(change, frame)}${isGone ? deletedBy(change, frame) : ''}${historyLink(change)}</p>`;
  if (body.trim() === '' || (!isGone && history === 'without new text')) {
    return line;
  }
  const place = isGone || isHistory ? 'lost' : 'came';
  const shown = body.slice(0, MAX_SHOWN[place]);
  return html`${line}<div class="${place}">${frame.markdown(shown, { repo })}${shown === body ? '' : html`<p>…</p>`}</div>`;
}

/** Who deleted it, within a sentence; nothing if that is unknown. */
export function deletedBy({ deletion }: Pick<RecordChange, 'deletion'>, frame: Frame): Markup | string {
  return deletion === undefined
    ? ''
    : html`; ${personLink(deletion.actor, frame)} deleted it on ${dateOf(deletion.at)}`;
}

/** What people do to make records that they do not write. */
const MADE_WORDS: Readonly<Record<string, string>> = {
  user: 'joined',
  organization: 'founded',
  attachment: 'uploaded',
  release_asset: 'uploaded',
};

/** The record with its author and time: `comment by mira, 31 May 2026`. */
function whoseOf({ difference, isSubject, history, facts }: SeenChange, frame: Frame): Markup {
  const { kind, before, after } = difference;
  const { author, createdAt } = facts;
  const made = MADE_WORDS[kind];
  const isOld = after === undefined || before !== undefined;
  const written =
    made === undefined && author === null
      ? ' of '
      : made !== undefined || isOld
        ? `, ${made ?? 'written'} on `
        : ' on ';
  const words = history === undefined ? kindWords(kind) : capitalized(kindWords(kind));
  const name = isSubject ? html`<bdi>${words}</bdi>` : nameOf(difference, frame, facts);
  return html`${name}${author === null ? '' : html` by ${personLink(author, frame)}`}${createdAt === null ? '' : html`${written}${dateOf(createdAt)}`}`;
}

/** The kind of a record, linked to it if it still exists; one with a title is named. */
export function nameOf(
  difference: RecordDifference,
  frame: Frame,
  { title }: Pick<RecordFacts, 'title'> = factsOf(difference),
): Markup {
  const { kind, url, after } = difference;
  const path = url === undefined || after === undefined ? undefined : pathOf(url, frame);
  const isCommit = kind === 'commit_comment' && url !== undefined;
  const own = ownName(kind, url);
  const name = title !== null ? frame.title(title) : isCommit ? recordName(url) : own;
  const [lead, shown] = name === undefined ? ['', kindWords(kind)] : [`${kindWords(kind)} `, name];
  return html`${lead}${path === undefined ? html`<bdi>${shown}</bdi>` : html`<a href="${path}"><bdi>${shown}</bdi></a>`}${title === null || own === undefined || own === title ? '' : html` <span class="muted">(${own})</span>`}`;
}

/** The login or the organization, in which accounts and teams with the same name differ. */
function ownName(kind: string, url: string | undefined): string | undefined {
  return kind === 'user' || kind === 'organization'
    ? lastSegment(url ?? '')
    : kind === 'team'
      ? /\/orgs\/([^/]+)\//.exec(url ?? '')?.[1]
      : undefined;
}

function pathOf(url: string, { links }: Frame): string | undefined {
  return links.attachment(url) === undefined ? links.local(url) : attachmentPath(url);
}

function historyLink({ difference, history, facts: { author } }: SeenChange): Markup | string {
  const { url, kind, before } = difference;
  const isNew = before === undefined && difference.change !== 'returned';
  if (url === undefined || history !== undefined || isNew) {
    return '';
  }
  return html` <a class="small" href="${withQuery('/-/history', { url })}">history<span class="unseen"> of the ${kindWords(kind)}${author === null ? '' : ` by ${author}`}</span></a>`;
}

/** The lines of fields below the name of the record; undefined if there is none. */
function changedText(
  change: SeenChange,
  lines: ReadonlyMap<FieldDifference, Markup | ''>,
  frame: Frame,
): Markup | undefined {
  const shown = [...lines].filter(([, line]) => line !== '');
  if (shown.length === 0) {
    return undefined;
  }
  const isEdited = shown.some(([{ pointer }]) => pointer === '/body');
  const head = change.isSubject
    ? ''
    : html`<p><span class="tag">${isEdited ? 'edited' : 'changed'}</span> ${whoseOf(change, frame)}${historyLink(change)}</p>`;
  return html`${head}${shown.map(([, line]) => line)}`;
}

const TITLES: ReadonlySet<string> = new Set(['/title', '/name']);

function lineOf(
  { pointer, before, after }: FieldDifference,
  { colours, isSubject, difference }: RecordChange,
  frame: Frame,
): Markup | undefined {
  const [old, young] = [parseField(before), parseField(after)];
  if (typeof old === 'string' && typeof young === 'string' && TEXT_FIELDS.has(pointer)) {
    const what = pointer === '/body' ? (isSubject ? 'text edited' : '') : `${pointer.slice(1)} edited`;
    return html`<div class="edit">${what === '' ? '' : html`<span class="tag">${what}</span>`}${wordDifference({ before: old, after: young, isTitle: TITLES.has(pointer) }, difference.repo ?? null, frame)}</div>`;
  }
  if (pointer === '/closed_at' || pointer === '/merged_at') {
    const word = pointer === '/merged_at' ? 'merged' : 'closed';
    return typeof young === 'string'
      ? html`<p><span class="tag">${word}</span> on ${dateOf(young)}</p>`
      : html`<p><span class="tag">reopened</span>${typeof old === 'string' ? html` <span class="muted">(it was ${word} on ${dateOf(old)})</span>` : ''}</p>`;
  }
  if (pointer === '/labels' && isTexts(old) && isTexts(young)) {
    const chips = (some: readonly string[], others: readonly string[]) =>
      some.filter((one) => !others.includes(one)).map((one) => chipOf(one, colours));
    const [added, removed] = [chips(young, old), chips(old, young)];
    return added.length + removed.length === 0
      ? undefined
      : html`<p>${added.length === 0 ? '' : html`<span class="tag">labelled</span> <span class="labels">${added}</span> `}${removed.length === 0 ? '' : html`<span class="tag">no longer labelled</span> <span class="labels">${removed}</span>`}</p>`;
  }
  const name = FIELD_NAMES[pointer];
  return name === undefined ? undefined : fieldLine(name, { before, after });
}

/** A field before and after, next to its name. */
function fieldLine(name: string, field: Pick<FieldDifference, 'before' | 'after'>): Markup {
  const { lost, got } = fieldWords(field.before, field.after);
  const isLost = lost !== '' && got === '';
  return html`<p class="edits"><span class="tag">${isLost ? `no longer ${name}` : name}</span> ${fieldEdit(field)}</p>`;
}

/** Of what is either so or not, only how it is now. */
export function fieldEdit({ before, after }: Pick<FieldDifference, 'before' | 'after'>): Markup {
  const { lost, got } = fieldWords(before, after);
  return after === 'true' || after === 'false'
    ? html`${got}`
    : html`${lost === '' ? '' : html`<del>${lost}</del> `}${got === '' ? (lost === '' ? 'nothing' : '') : html`<ins>${got}</ins>`}`;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function chipOf(url: string, colours: ReadonlyMap<string, string | null>): Markup {
  const name = decodePart(url.slice(url.lastIndexOf('/') + 1));
  return labelChip({ name, color: colours.get(name) ?? null });
}

function parseField(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
