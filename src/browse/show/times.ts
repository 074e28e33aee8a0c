import { html } from 'hono/html';
import { MONTHS } from '../../base/day-text.ts';
import type { Markup } from '../frame.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/*
 * How pages and sites write times, in one style, always in UTC:
 * - A date is `31 May 2026`, with its year; a month is `May 2026`. Below a heading with the day or the year, what it says is left out.
 * - A moment is `31 May 2026, 11:48 UTC`, where several of a day matter: snapshots, captures, archives.
 * - What happened in the last 30 days is `3 days ago`, with the moment as a tooltip; sites, which are read at any time, have the date.
 * - Times as `2026-05-31T11:48:00Z` are only in data: results of SQL, fields of records, data formats, and forms.
 */

/**
 * A relative time such as `3 days ago`; after a month, and where the time is not a number, the date such as `31 May 2026`.
 * The tooltip shows the exact time, which the script converts to local time.
 */
export function timeAgo(at: string | null | undefined, nowMs: number): Markup | string {
  return at === null || at === undefined || Number.isNaN(Date.parse(at))
    ? 'at an unknown time'
    : html`<time datetime="${at}" title="${exactText(at)}">${agoText(at, nowMs)}</time>`;
}

/** When something happened, within a sentence: `on 31 May 2026` or `3 days ago`. */
export function onDate(at: string | null | undefined, nowMs: number): Markup | string {
  const isDate = typeof at === 'string' && !Number.isNaN(Date.parse(at)) && !isRecent(at, nowMs);
  return isDate ? html`on ${timeAgo(at, nowMs)}` : timeAgo(at, nowMs);
}

/** When something happened, where all times are to be compared: `on 31 May 2026, 11:48 UTC`. */
export function onMoment(at: string | null | undefined): Markup | string {
  return at === null || at === undefined || Number.isNaN(Date.parse(at))
    ? 'at an unknown time'
    : html`on <time datetime="${at}">${exactText(at)}</time>`;
}

/** Whether a time is shown as `3 days ago`. */
export function isRecent(at: string, nowMs: number): boolean {
  return agoText(at, nowMs) !== dateText(at);
}

/** Formats the date: `31 May 2026`. */
export function dateText(at: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(at) ?? [];
  return year === undefined ? at : `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** Formats the month: `May 2026`. */
export function monthText(at: string): string {
  const [, year, month] = /^(\d{4})-(\d\d)/.exec(at) ?? [];
  return year === undefined ? at : `${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** A date, with the exact time as a tooltip. */
export function dateOf(at: string | null | undefined): Markup | string {
  return at === null || at === undefined
    ? 'at an unknown time'
    : html`<time datetime="${at}" title="${exactText(at)}">${dateText(at)}</time>`;
}

/** The time of day: `11:48`; undefined if there is none. */
export function clockText(at: string): string | undefined {
  return /T(\d\d:\d\d)/.exec(at)?.[1];
}

/** The time of day, where the day is said above: `11:48 UTC`; the date if there is none. */
export function clockOf(at: string): Markup {
  const clock = clockText(at);
  return html`<time datetime="${at}" title="${exactText(at)}">${clock === undefined ? dateText(at) : `${clock} UTC`}</time>`;
}

/** A date with its time, for what may happen several times on a day. */
export function momentOf(at: string): Markup {
  return html`<time datetime="${at}">${exactText(at)}</time>`;
}

/** The name of something that a person wrote, for screen readers, as an attribute: `Comment by mira, 31 May 2026`. */
export function remarkName(what: string, author: string | null, at: string | null): Markup {
  return html`aria-label="${what} by ${author ?? 'ghost'}${at === null ? '' : `, ${dateText(at)}`}"`;
}

/** Formats as `31 May 2026, 11:48 UTC`. */
export function exactText(at: string): string {
  const clock = clockText(at);
  return clock === undefined ? dateText(at) : `${dateText(at)}, ${clock} UTC`;
}

/**
 * The units of relative times, smallest first. Older times are shown as dates, because otherwise `2 years ago` would
 * appear throughout old threads.
 */
const SPANS = [
  { belowMs: HOUR_MS, unitMs: MINUTE_MS, word: 'minute' },
  { belowMs: DAY_MS, unitMs: HOUR_MS, word: 'hour' },
  { belowMs: 30 * DAY_MS, unitMs: DAY_MS, word: 'day' },
] as const;

function agoText(at: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(at);
  if (ageMs >= 0 && ageMs < MINUTE_MS) {
    return 'just now';
  }
  const span = ageMs < 0 ? undefined : SPANS.find(({ belowMs }) => ageMs < belowMs);
  if (span === undefined) {
    return dateText(at);
  }
  const count = Math.max(1, Math.floor(ageMs / span.unitMs));
  return `${count} ${span.word}${count === 1 ? '' : 's'} ago`;
}
