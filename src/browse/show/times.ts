import { html } from 'hono/html';
import type { Markup } from '../frame.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A time as people say it, `3 days ago` and after a month `31 May 2026`, with the exact one on hover; the script turns that into local time. */
export function timeAgo(at: string | null | undefined, nowMs: number): Markup | string {
  return at === null || at === undefined || Number.isNaN(Date.parse(at))
    ? 'at an unknown time'
    : html`<time datetime="${at}" title="${exactText(at)}">${agoText(at, nowMs)}</time>`;
}

/** The day of a time: `31 May 2026`. */
export function dateText(at: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(at) ?? [];
  return year === undefined ? at : `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** The month of a time: `May 2026`. */
export function monthText(at: string): string {
  const [, year, month] = /^(\d{4})-(\d\d)/.exec(at) ?? [];
  return year === undefined ? at : `${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** A day, with the exact time on hover. */
export function dateOf(at: string | null | undefined): Markup | string {
  return at === null || at === undefined
    ? 'at an unknown time'
    : html`<time datetime="${at}" title="${exactText(at)}">${dateText(at)}</time>`;
}

/** `31 May 2026, 11:48 UTC`. */
export function exactText(at: string): string {
  const clock = /T(\d\d:\d\d)/.exec(at)?.[1];
  return clock === undefined ? dateText(at) : `${dateText(at)}, ${clock} UTC`;
}

/** Spans that are told in a unit, from the smallest. Beyond them `2 years ago` would stand at all of an old thread. */
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
