import { html } from 'hono/html';
import type { Frame, Markup } from '../../frame.ts';
import { stateSign } from '../../show/badges.ts';
import { personLink } from '../../show/links.ts';
import { titleLink } from '../../show/writing-rows.ts';
import { byDay, clockOf } from './by-day.ts';
import type { CapturedRow, Subject } from './captured-subjects.ts';
import { eventQuote, eventWords } from './event-words.ts';

interface SeenEvent {
  readonly row: CapturedRow;
  readonly subject: Subject | null;
}

/** Events by day, and on each day by the thread or repository that they are about. */
export function showEvents(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  const events = rows.map((row, index) => ({ row, subject: subjects[index] ?? null }));
  return byDay(
    events,
    ({ row }) => String(row['created_at']),
    (ofDay) => html`<ol class="rows">${byPlace(ofDay).map((group) => groupOf(group, frame))}</ol>`,
  );
}

function byPlace(events: readonly SeenEvent[]): readonly (readonly SeenEvent[])[] {
  const groups = new Map<string, SeenEvent[]>();
  for (const event of events) {
    const key = `${event.row['repo']}#${event.subject?.number ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

function groupOf(events: readonly SeenEvent[], frame: Frame): Markup {
  const repo = String(events[0]?.row['repo'] ?? '');
  const subject = events[0]?.subject ?? null;
  const number = subject?.number;
  const path = number === undefined ? frame.links.repository(repo) : subject?.path?.replace(/#.*$/s, '');
  const name = number === undefined ? repo : (subject?.text ?? '');
  return html`<li data-item>${subject?.thread === undefined ? html`<span></span>` : stateSign(subject.thread)}<span>${titleLink(frame.title(name), path ?? undefined)}${
    number === undefined ? '' : html` <span class="muted small">${repo}#${number}</span>`
  }</span><span></span><ul class="plain doings">${events.map((event) => lineOf(event, frame))}</ul></li>`;
}

function lineOf({ row, subject }: SeenEvent, frame: Frame): Markup {
  const payload = String(row['payload'] ?? '{}');
  const about =
    subject === null
      ? ''
      : subject.path === null
        ? html`<span class="mono">${subject.text}</span>`
        : html`<a href="${subject.path}">${subject.text}</a>`;
  const isMerged = subject?.thread?.state === 'merged';
  const words = eventWords({ type: String(row['type']), payload, about, isMerged }, frame);
  const isOfThread = subject?.number !== undefined;
  const quote = eventQuote(payload);
  return html`<li>${clockOf(String(row['created_at']))}<span>${personLink(String(row['actor']), frame)} ${
    isOfThread && subject?.path?.includes('#')
      ? html`<a class="plainly" href="${subject.path}">${words}</a>`
      : words
  }${quote === '' ? '' : html`<span class="quote">${quote}</span>`}</span></li>`;
}
