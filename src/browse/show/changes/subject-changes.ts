import { html } from 'hono/html';
import { joinWords, lastSegment } from '../../../base/text-ends.ts';
import { readEventRow } from '../../../reading/event-row.ts';
import { type Deletion, findDeletion } from '../../../reading/find-deletion.ts';
import type { EventRow } from '../../../reading/thread.ts';
import { type WhatHappened, whatHappened } from '../../../reading/what-happened.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { factsOfRecord } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf } from '../counts.ts';
import { type DeedPlace, FOLLOWING, isEcho, showDeeds } from '../deeds.ts';
import { personLink } from '../links.ts';
import { dateOf, onMoment } from '../times.ts';
import { type CommitPlace, fieldList } from './field-list.ts';
import { fieldName } from './field-names.table.ts';
import { factsOf, kindsWords, kindWords, nameOf, type ShownChange, showChange } from './record-change.ts';

/** The changes of a thread, or of records of one kind. */
export interface SubjectChanges {
  readonly records: readonly RecordDifference[];
  /** What happened to the only record, if that was found out before. */
  readonly happened?: WhatHappened;
  /** The kind of the thread's own record; null unless it is a thread. */
  readonly threadKind: string | null;
  /** The colours of labels by name, as far as they are known. */
  readonly colours: ReadonlyMap<string, string | null>;
  /** Ids of commits that its events refer to and that the kept repository contains. */
  readonly commits: readonly string[];
  /** Of the page with the history of a record: whether it shows the text of a new one. */
  readonly history?: 'whole' | 'without new text';
  /** Whether details are unfolded where nothing else is shown. */
  readonly isUnfolded?: boolean;
  /** Who deleted the only record, if that is known. */
  readonly deletion?: Deletion | undefined;
}

interface SeenEvent {
  readonly row: EventRow;
  readonly at: string | null;
}

/** What happened, as sentences; what only follows from it, and details of records, are folded below. */
export function subjectChanges(changes: SubjectChanges, frame: Frame): Markup {
  const { records, threadKind, colours, commits } = changes;
  const events = withoutEchoes(
    records.filter(isNewEvent).map(({ after = '{}' }) => ({
      row: readEventRow(after),
      at: factsOfRecord(after).createdAt,
    })),
  );
  const others = records.filter((one) => !isNewEvent(one));
  const place: DeedPlace = {
    repo: records[0]?.repo ?? '',
    kind: threadKind ?? 'issue',
    commits,
    colourOf: (name) => colours.get(name) ?? null,
  };
  const isQuiet = quietEvents(others);
  const loud = withoutReported(
    events.filter((event) => !isQuiet(event)),
    others,
  );
  const changed = changedRecords({ ...changes, records: others }, events, frame);
  const [gone, there] = [true, false].map((isDeleted) =>
    changed.flatMap(({ text, isDeleted: isGone }) =>
      text === undefined || isGone !== isDeleted
        ? []
        : html`<li${isGone ? html` class="vanished"` : ''}>${text}</li>`,
    ),
  );
  const items = [
    ...(gone ?? []),
    ...sentences(loud.filter(isDeletion), place, frame, others.some(isDeletedComment) ? '' : NO_TEXT),
    ...(there ?? []),
    ...sentences(
      loud.filter((event) => !isDeletion(event)),
      place,
      frame,
    ),
  ];
  const quiet = sentences(events.filter(isQuiet), place, frame);
  return html`${items.length === 0 ? '' : html`<ul class="plain">${items}</ul>`}${quietPart({ events: events.filter(isQuiet), quiet, changed, threadKind, place, isOpen: items.length === 0 && changes.isUnfolded === true }, frame)}`;
}

function isNewEvent({ kind, before, after }: RecordDifference): boolean {
  return kind === 'issue_event' && before === undefined && after !== undefined;
}

function withoutEchoes(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const [merge] = events.filter(({ row }) => row.event === 'merged').map(dated);
  return events.filter((event) => !isEcho(dated(event), merge));
}

function dated({ row, at }: SeenEvent) {
  return { ...row, createdAt: at };
}

/** The records other than events, each with its line. */
function changedRecords(
  { records, threadKind, colours, history, happened, deletion }: SubjectChanges,
  events: readonly SeenEvent[],
  frame: Frame,
): readonly Changed[] {
  const deletions = events.filter(isDeletion).map(deletionIn);
  const eventFields = fieldsOfEvents(events);
  return records.map((difference) => ({
    difference,
    ...showChange(
      {
        difference,
        happened: happened ?? whatHappened(difference),
        colours,
        isSubject: history !== undefined || difference.kind === threadKind,
        history,
        eventFields,
        deletion:
          deletion ??
          (isDeletedComment(difference) ? findDeletion(factsOf(difference).author, deletions) : undefined),
      },
      frame,
    ),
  }));
}

function isDeletion({ row }: SeenEvent): boolean {
  return row.event === 'comment_deleted';
}

function deletionIn({ row: { actor, subject_url }, at }: SeenEvent): Deletion {
  return { actor, at, author: subject_url === null ? null : lastSegment(subject_url) };
}

function isDeletedComment({ kind, after }: RecordDifference): boolean {
  return kind.endsWith('comment') && after === undefined;
}

/** The events without those that the lines of deleted comments tell; of comments that no snapshot has, they are all that is known. */
function withoutReported(
  events: readonly SeenEvent[],
  others: readonly RecordDifference[],
): readonly SeenEvent[] {
  const deletions = events.filter(isDeletion).map(deletionIn);
  const reported = others.filter(
    (one) => isDeletedComment(one) && findDeletion(factsOf(one).author, deletions) !== undefined,
  );
  return reported.length < deletions.length ? events : events.filter((event) => !isDeletion(event));
}

/** Finds the events that say nothing that is not shown anyway. */
function quietEvents(others: readonly RecordDifference[]): (event: SeenEvent) => boolean {
  const quiet = new Set([
    ...FOLLOWING,
    ...(others.some(({ before, after }) => isRetitled(before, after)) ? ['renamed'] : []),
  ]);
  return ({ row }) => quiet.has(row.event ?? '');
}

function isRetitled(before: string | undefined, after: string | undefined): boolean {
  return (
    before !== undefined && after !== undefined && factsOfRecord(before).title !== factsOfRecord(after).title
  );
}

/** The fields of a thread that events change. */
const FIELDS_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  closed: ['/closed_at'],
  merged: ['/closed_at', '/merged_at'],
  reopened: ['/closed_at'],
  labeled: ['/labels'],
  unlabeled: ['/labels'],
  assigned: ['/assignee', '/assignees'],
  unassigned: ['/assignee', '/assignees'],
  milestoned: ['/milestone'],
  demilestoned: ['/milestone'],
  review_requested: ['/review_requests'],
  review_request_removed: ['/review_requests'],
  convert_to_draft: ['/work_in_progress', '/draft'],
  ready_for_review: ['/work_in_progress', '/draft'],
  locked: ['/locked', '/active_lock_reason'],
  unlocked: ['/locked', '/active_lock_reason'],
};

function fieldsOfEvents(events: readonly SeenEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ row }) => FIELDS_OF_EVENTS[row.event ?? ''] ?? []));
}

/** Of comments that were written and deleted between two snapshots. */
const NO_TEXT = html` <span class="muted small">(no snapshot has the text)</span>`;

/** A sentence for what one person did on one day. */
function sentences(
  events: readonly SeenEvent[],
  place: DeedPlace,
  frame: Frame,
  note: Markup | string = '',
): readonly Markup[] {
  const groups = new Map<string, SeenEvent[]>();
  for (const event of events.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1))) {
    const key = `${event.row.actor} ${event.at?.slice(0, 10)}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()].map(
    (group) =>
      html`<li><p>${personLink(group[0]?.row.actor, frame)} ${showDeeds(
        group.map(({ row }) => row),
        place,
        frame,
      )} ${onMoment(group[0]?.at)}${note}</p></li>`,
  );
}

/** Records without a text that came or went: one is named, several of a kind are counted. */
function plainLines(differences: readonly RecordDifference[], frame: Frame): readonly Markup[] {
  const groups = new Map<string, RecordDifference[]>();
  for (const one of differences) {
    const key = `${one.kind} ${plainWords(one)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.length === 0
        ? html`<li>${plainLine(first, frame)}</li>`
        : html`<li>${countOf(others.length + 1, kindWords(first.kind), kindsWords(first.kind))}: ${plainWords(first)}</li>`,
  );
}

function plainWords({ before }: RecordDifference): string {
  return before === undefined ? 'new' : 'no longer there';
}

function plainLine(difference: RecordDifference, frame: Frame): Markup {
  return html`${whoseLine(difference, frame)}: ${plainWords(difference)}`;
}

function whoseLine(difference: RecordDifference, frame: Frame): Markup {
  const facts = factsOf(difference);
  const { author, createdAt } = facts;
  return html`${nameOf(difference, frame, facts)}${author === null ? '' : html` by ${personLink(author, frame)}`}${createdAt === null ? '' : html`, ${dateOf(createdAt)}`}`;
}

interface Changed extends ShownChange {
  readonly difference: RecordDifference;
}

interface QuietPart {
  readonly events: readonly SeenEvent[];
  readonly quiet: readonly Markup[];
  readonly changed: readonly Changed[];
  readonly threadKind: string | null;
  readonly place: CommitPlace;
  readonly isOpen: boolean;
}

/** What only follows, what came or went without a name, and the details of records: folded below what it is. */
function quietPart(
  { events, quiet, changed, threadKind, place, isOpen }: QuietPart,
  frame: Frame,
): Markup | string {
  const withFields = changed.filter(({ fields }) => fields.length > 0);
  const plain = changed
    .filter(({ text, hasHappened, fields }) => text === undefined && hasHappened && fields.length === 0)
    .map(({ difference }) => difference)
    .filter(({ before, after }) => before === undefined || after === undefined);
  const names = new Set([
    ...events.map(({ row }) => EVENT_NAMES[row.event ?? ''] ?? 'events'),
    ...plain.map(({ kind }) => kindsWords(kind)),
    ...withFields.flatMap(({ fields }) => fields.map(({ pointer }) => fieldName(pointer))),
  ]);
  if (names.size === 0) {
    return '';
  }
  const lines = [...plainLines(plain, frame), ...quiet];
  return html`<details class="fields"${isOpen ? html` open` : ''}><summary>Also: ${namesText([...names])}</summary>${lines.length === 0 ? '' : html`<ul class="plain">${lines}</ul>`}${withFields.map(
    ({ difference, fields }) =>
      html`${difference.kind === threadKind || changed.length === 1 ? '' : html`<p>${whoseLine(difference, frame)}</p>`}${fieldList(fields, place)}`,
  )}</details>`;
}

/** What events are called that only follow from others. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  mentioned: 'mentions',
  subscribed: 'subscriptions',
  unsubscribed: 'subscriptions',
};

const MAX_NAMES = 3;

function namesText(names: readonly string[]): string {
  return names.length > MAX_NAMES + 1
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${countOf(names.length - MAX_NAMES, 'more detail')}`
    : joinWords(names);
}
