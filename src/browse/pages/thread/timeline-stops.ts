import type { TimelineEntry } from '../../../reading/thread.ts';
import { anchorOf } from '../../paths.ts';
import { dateText, monthText } from '../../show/times.ts';

/** Shorter threads need none. */
const MIN_ENTRIES = 20;

/** With more days there are months, and with more months years. */
const MAX_STOPS = 24;

/** Turns in a thread that are named. */
const TURNS: ReadonlySet<string> = new Set(['closed', 'reopened', 'merged', 'locked']);

/** A day, month or year of a thread. */
export interface Stop {
  readonly name: string;
  readonly anchor: string;
  count: number;
  readonly turns: { readonly word: string; readonly anchor: string }[];
}

/** How times are grouped: by their first characters. */
const SPANS = [
  { length: 10, nameOf: dateText },
  { length: 7, nameOf: monthText },
  { length: 4, nameOf: (at: string) => at.slice(0, 4) },
] as const;

/** The days, months or years of a long thread, with the first entry of each. */
export function stopsOf(entries: readonly TimelineEntry[]): readonly Stop[] {
  if (entries.length < MIN_ENTRIES) {
    return [];
  }
  const stops = SPANS.map((span) => groupBy(entries, span));
  const isShort = ({ length }: readonly Stop[]) => length <= MAX_STOPS;
  // Days with one entry each would repeat the thread.
  const isUseful = (one: readonly Stop[]) => isShort(one) && one.length * 2 <= entries.length;
  return stops.find(isUseful) ?? stops.find(isShort) ?? stops.at(-1) ?? [];
}

function groupBy(entries: readonly TimelineEntry[], { length, nameOf }: (typeof SPANS)[number]): Stop[] {
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
