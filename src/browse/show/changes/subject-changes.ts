import { html } from 'hono/html';
import { readEventRow } from '../../../reading/event-row.ts';
import type { EventRow } from '../../../reading/thread.ts';
import { type WhatHappened, whatHappened } from '../../../reading/what-happened.ts';
import type { FieldDifference } from '../../../store/diff-records.ts';
import type { RecordDifference } from '../../../store/read-differences.ts';
import { factsOfRecord } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf } from '../counts.ts';
import { type DeedPlace, FOLLOWING, showDeeds } from '../deeds.ts';
import { personLink } from '../links.ts';
import { dateOf, onDate } from '../times.ts';
import { fieldWords } from './field-words.ts';
import { factsOf, kindsWords, kindWords, nameOf, showChange } from './record-change.ts';

/** The changes of a thread, or of records of one kind. */
export interface SubjectChanges {
  readonly records: readonly RecordDifference[];
  /** What happened to the only record, if that was found out before. */
  readonly happened?: WhatHappened;
  /** The kind of the thread's own record; null unless it is a thread. */
  readonly threadKind: string | null;
  /** The colours of labels by name, as far as they are known. */
  readonly colours: ReadonlyMap<string, string | null>;
  /** Of the page with the history of a record: whether it shows the text of a new one. */
  readonly history?: 'whole' | 'without new text';
}

interface SeenEvent {
  readonly row: EventRow;
  readonly at: string | null;
}

/** What happened, as sentences; what only follows from it, and the fields of records, are folded below. */
export function subjectChanges(changes: SubjectChanges, frame: Frame): Markup {
  const { records, threadKind, colours, history, happened } = changes;
  const events = records.filter(isNewEvent).map(({ after = '{}' }) => ({
    row: readEventRow(after),
    at: factsOfRecord(after).createdAt,
  }));
  const others = records.filter((one) => !isNewEvent(one));
  const place: DeedPlace = {
    repo: records[0]?.repo ?? '',
    kind: threadKind ?? 'issue',
    commits: [],
    colourOf: (name) => colours.get(name) ?? null,
  };
  const isQuiet = quietEvents(events, others);
  const loud = events.filter((event) => !isQuiet(event));
  const eventFields = fieldsOfEvents(loud);
  const changed = others.map((difference) => ({
    difference,
    ...showChange(
      {
        difference,
        happened: happened ?? whatHappened(difference),
        colours,
        isSubject: history !== undefined || difference.kind === threadKind,
        history,
        eventFields,
      },
      frame,
    ),
  }));
  const unnamed = changed.filter(
    (one) =>
      one.text === undefined &&
      one.hasHappened &&
      !(eventFields.size > 0 && one.difference.kind === threadKind),
  );
  const quiet = [
    ...plainLines(
      unnamed.map(({ difference }) => difference),
      frame,
    ),
    ...sentences(events.filter(isQuiet), place, frame),
  ];
  const items = [
    ...changed.flatMap(({ text: line, isDeleted }) =>
      line === undefined ? [] : html`<li${isDeleted ? html` class="vanished"` : ''}>${line}</li>`,
    ),
    ...sentences(loud, place, frame),
  ];
  return html`${items.length === 0 ? '' : html`<ul class="plain">${items}</ul>`}${quietPart(quiet, changed, frame)}`;
}

function isNewEvent({ kind, before, after }: RecordDifference): boolean {
  return kind === 'issue_event' && before === undefined && after !== undefined;
}

/** Finds the events that say nothing that is not shown anyway. */
function quietEvents(
  events: readonly SeenEvent[],
  others: readonly RecordDifference[],
): (event: SeenEvent) => boolean {
  const has = (name: string) => events.some(({ row }) => row.event === name);
  const quiet = new Set([
    ...FOLLOWING,
    ...(has('merged') ? ['closed'] : []),
    ...(others.some(({ kind, after }) => kind.endsWith('comment') && after === undefined)
      ? ['comment_deleted']
      : []),
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
};

function fieldsOfEvents(events: readonly SeenEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ row }) => FIELDS_OF_EVENTS[row.event ?? ''] ?? []));
}

/** A sentence for what one person did on one day. */
function sentences(events: readonly SeenEvent[], place: DeedPlace, frame: Frame): readonly Markup[] {
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
      )} ${onDate(group[0]?.at, frame.nowMs)}</p></li>`,
  );
}

/** Records that changed in no way that people know by name: one is named, several of a kind are counted. */
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

function plainWords({ before, after }: RecordDifference): string {
  return before === undefined ? 'new' : after === undefined ? 'no longer there' : 'changed';
}

function plainLine(difference: RecordDifference, frame: Frame): Markup {
  const facts = factsOf(difference);
  const { author, createdAt } = facts;
  return html`${nameOf(difference, frame, facts)}${author === null ? '' : html` by ${personLink(author, frame)}`}${createdAt === null ? '' : html`, ${dateOf(createdAt)}`}: ${plainWords(difference)}`;
}

interface Changed {
  readonly difference: RecordDifference;
  readonly fields: readonly FieldDifference[];
}

function quietPart(quiet: readonly Markup[], changed: readonly Changed[], frame: Frame): Markup | string {
  const withFields = changed.filter(({ fields }) => fields.length > 0);
  const count = withFields.reduce((sum, { fields }) => sum + fields.length, 0);
  if (quiet.length + count === 0) {
    return '';
  }
  const summary =
    quiet.length === 0 ? `${countOf(count, 'field')} of the record` : countOf(quiet.length, 'minor change');
  return html`<details class="fields"><summary>${summary}</summary>${quiet.length === 0 ? '' : html`<ul class="plain">${quiet}</ul>`}${withFields.map(
    ({ difference, fields }) =>
      html`${changed.length < 2 ? '' : html`<p>Fields of the ${nameOf(difference, frame)}</p>`}${fieldList(fields)}`,
  )}</details>`;
}

/** The fields of a changed record, before and after. */
function fieldList(fields: readonly FieldDifference[]): Markup {
  return html`<dl class="facts-list">${fields.map(
    ({ pointer, before, after }) =>
      html`<dt><code>${pointer.slice(1)}</code></dt><dd class="edits"><del>${fieldWords(before)}</del> <ins>${fieldWords(after)}</ins></dd>`,
  )}</dl>`;
}
