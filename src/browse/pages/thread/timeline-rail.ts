import { html } from 'hono/html';
import type { TimelineEntry } from '../../../reading/thread.ts';
import type { Markup } from '../../frame.ts';
import { anchorOf } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { dateText, monthText } from '../../show/times.ts';
import { planParts } from './plan-parts.ts';
import type { ThreadPage } from './read-thread-page.ts';

/** Shorter threads need no rail. */
const MIN_ENTRIES = 20;

/** With more days the rail shows months, and with more months years. */
const MAX_STOPS = 24;

/** Turns in a thread that are named in the rail. */
const TURNS: ReadonlySet<string> = new Set(['closed', 'reopened', 'merged', 'locked']);

/** A day, month or year of a thread. */
interface Stop {
  readonly name: string;
  readonly anchor: string;
  count: number;
  readonly turns: { readonly word: string; readonly anchor: string }[];
}

/** The days, months or years of a long thread, as links to the first entry of each; `isShown` are the visible entries. */
export function timelineRail(
  { thread, vanished }: ThreadPage,
  isShown: (entry: TimelineEntry) => boolean,
  isFar: boolean,
): Markup | string {
  const entries = thread.timeline.filter(isShown);
  if (entries.length < MIN_ENTRIES) {
    return '';
  }
  // Of a very long thread, a page shows a part: the one with the entry that the address names.
  const hasParts = planParts(entries.length + vanished.length, undefined).partCount > 1;
  const href = (anchor: string) =>
    hasParts ? `?${isFar ? 'comment' : 'at'}=${anchor}#${anchor}` : `#${anchor}`;
  const stops = SPANS.map(({ length, nameOf }) => stopsOf(entries, length, nameOf));
  const shown = stops.find(({ length }) => length <= MAX_STOPS) ?? stops.at(-1) ?? [];
  return html`<nav class="facets rail" aria-label="Timeline"><h2>Timeline</h2><ol><li><a href="${hasParts ? '?' : ''}#opening">Opened</a></li>${shown.map(
    ({ name, anchor, count, turns }) =>
      html`<li><a href="${href(anchor)}">${name}</a><span class="count">${countText(count)}</span></li>${turns.map((turn) => html`<li class="turn"><a href="${href(turn.anchor)}">${turn.word}</a></li>`)}`,
  )}</ol></nav>`;
}

/** How times are grouped: by their first characters. */
const SPANS = [
  { length: 10, nameOf: dateText },
  { length: 7, nameOf: monthText },
  { length: 4, nameOf: (at: string) => at.slice(0, 4) },
] as const;

function stopsOf(
  entries: readonly TimelineEntry[],
  length: number,
  nameOf: (at: string) => string,
): readonly Stop[] {
  const stops = new Map<string, Stop>();
  for (const entry of entries) {
    const at = entry.createdAt ?? '';
    const key = at.slice(0, length);
    const stop = stops.get(key) ?? {
      name: at === '' ? 'At unknown times' : nameOf(at),
      anchor: anchorOf(entry.url),
      count: 0,
      turns: [],
    };
    stop.count += 1;
    if (entry.kind === 'event' && TURNS.has(entry.event ?? '')) {
      stop.turns.push({ word: entry.event ?? '', anchor: anchorOf(entry.url) });
    }
    stops.set(key, stop);
  }
  return [...stops.values()];
}
