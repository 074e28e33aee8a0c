import { type TimelineEntry, urlsOf } from '../../../reading/index.ts';

/** The part of a timeline to show. */
export interface PickedEntries {
  readonly entries: readonly TimelineEntry[];
  /** The entries before and after them. */
  readonly before: readonly TimelineEntry[];
  readonly after: readonly TimelineEntry[];
}

/** Maximum number of texts, unless all are requested. */
const MAX_TEXTS = 10;

/** Texts shown before the one that an address points to. */
const TEXTS_BEFORE = 2;

/** Events that concern notifications, not the thread. */
const SILENT_EVENTS: ReadonlySet<string | null> = new Set(['mentioned', 'subscribed', 'unsubscribed']);

/** The entries to show: without events that only concern notifications, and without close events of merges. */
export function readableEntries(timeline: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const merged = timeline.find((entry) => entry.kind === 'event' && entry.event === 'merged');
  return timeline.filter(
    (entry) =>
      entry.kind !== 'event' ||
      !(
        SILENT_EVENTS.has(entry.event) ||
        (entry.event === 'closed' && merged !== undefined && entry.createdAt === merged.createdAt)
      ),
  );
}

/** Picks the last texts and the events between them, or those around the entry with `anchorUrl` if it is set. */
export function pickEntries(
  timeline: readonly TimelineEntry[],
  { hasAll, anchorUrl }: { readonly hasAll: boolean; readonly anchorUrl: string | undefined },
): PickedEntries {
  const places = [...timeline.keys()].filter((index) => timeline[index]?.kind !== 'event');
  if (hasAll || places.length <= MAX_TEXTS) {
    return { entries: timeline, before: [], after: [] };
  }
  const anchor = timeline.findIndex((entry) => anchorUrl !== undefined && urlsOf(entry).includes(anchorUrl));
  const last = places.length - MAX_TEXTS;
  const nearest = anchor < 0 ? last : places.filter((place) => place < anchor).length - TEXTS_BEFORE;
  const first = Math.min(Math.max(0, nearest), last);
  const start = first === 0 ? 0 : (places[first] ?? 0);
  const end = places[first + MAX_TEXTS] ?? timeline.length;
  return {
    entries: timeline.slice(start, end),
    before: timeline.slice(0, start),
    after: timeline.slice(end),
  };
}
