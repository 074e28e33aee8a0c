import { urlsOf } from '../../../reading/find-thread.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Thread, ThreadEvent, TimelineEntry } from '../../../reading/thread.ts';
import { anchorsOf } from '../../paths.ts';
import { FOLLOWING, isEcho } from '../../show/deeds.ts';
import type { ShownCommit } from '../code/code-place.ts';
import { MAX_ANCHORED_COMMENTS, partOf, planParts } from './plan-parts.ts';
import { type Stop, stopsOf } from './timeline-stops.ts';

/** An entry that a thread shows, what was deleted from it, or commits that came one after the other. */
export interface OutlinedEntry {
  readonly at: string;
  readonly entry?: TimelineEntry;
  /** What the same person did within an hour of an event, and nothing in between. */
  readonly others?: readonly ThreadEvent[];
  readonly vanished?: Vanished;
  readonly commits?: readonly ShownCommit[];
}

type Vanished = ReturnType<Browsing['vanishedBelow']>[number];

/** The order of a thread: what all of its parts need, and none should look for again in thousands of entries. */
export interface ThreadOutline {
  readonly entries: readonly OutlinedEntry[];
  /** The visible entries of its timeline, without what was deleted. */
  readonly stops: readonly Stop[];
  readonly hasEvents: boolean;
  /** Whether the first page leads to hidden comments by an address for each, not by anchors. */
  readonly isFar: boolean;
  /** Whether a review has an element of its own. */
  hasReview(url: string): boolean;
  /** The part with the entry of an anchor; undefined if there is no such entry. */
  partWith(anchor: string): number | undefined;
  /** Whether it is shown in parts. */
  readonly hasParts: boolean;
}

interface Additions {
  readonly vanished: readonly Vanished[];
  /** Of a pull request. */
  readonly commits?: readonly ShownCommit[];
}

export function outlineThread({ timeline }: Thread, { vanished, commits = [] }: Additions): ThreadOutline {
  const merge = timeline.find(
    (entry): entry is ThreadEvent => entry.kind === 'event' && entry.event === 'merged',
  );
  const shown = timeline.filter(
    (entry) => entry.kind !== 'event' || !(FOLLOWING.has(entry.event ?? '') || isEcho(entry, merge)),
  );
  const all = [
    ...commits.map((commit): OutlinedEntry => ({ at: commit.committedAt ?? '', commits: [commit] })),
    ...shown.map((entry): OutlinedEntry => ({ at: entry.createdAt ?? '', entry })),
    ...vanished.map((remark): OutlinedEntry => ({ at: remark.createdAt ?? '', vanished: remark })),
  ];
  if (vanished.length + commits.length > 0) {
    all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }
  const entries = joinEntries(all);
  const reviews = new Set(shown.filter(({ kind }) => kind === 'review').map(({ url }) => url));
  let parts: ReadonlyMap<string, number> | undefined;
  return {
    entries,
    stops: stopsOf(shown),
    hasEvents: shown.some(({ kind }) => kind === 'event'),
    isFar: shown.filter(({ kind }) => kind === 'comment').length > MAX_ANCHORED_COMMENTS,
    hasParts: planParts(entries.length, undefined).partCount > 1,
    hasReview: (url) => reviews.has(url),
    partWith(anchor) {
      parts ??= partsByAnchor(entries);
      return parts.get(anchor);
    },
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Joins what belongs on one line: commits in a row, and what a person did within an hour. */
function joinEntries(all: readonly OutlinedEntry[]): readonly OutlinedEntry[] {
  const joined: OutlinedEntry[] = [];
  for (const one of all) {
    const last = joined.at(-1);
    const both = last === undefined ? undefined : joinTwo(last, one);
    joined.splice(both === undefined ? joined.length : -1, 1, both ?? one);
  }
  return joined;
}

function joinTwo(last: OutlinedEntry, next: OutlinedEntry): OutlinedEntry | undefined {
  if (last.commits !== undefined && next.commits !== undefined) {
    return { ...last, commits: [...last.commits, ...next.commits] };
  }
  const isSoon = Date.parse(next.at) - Date.parse(last.at) < HOUR_MS;
  return isSoon &&
    last.entry?.kind === 'event' &&
    next.entry?.kind === 'event' &&
    last.entry.actor === next.entry.actor
    ? { ...last, others: [...(last.others ?? []), next.entry] }
    : undefined;
}

/** The fragments by which addresses refer to an entry and to what it contains. */
export function anchorsIn({ entry, others = [], vanished }: OutlinedEntry): readonly string[] {
  const urls = [
    ...(entry === undefined ? [] : urlsOf(entry)),
    ...others.map(({ url }) => url),
    ...(vanished === undefined ? [] : [vanished.url]),
  ];
  return urls.flatMap(anchorsOf);
}

/** The time that is read last in an entry, if that is on its own day; otherwise empty, as no day is then clear below it. */
export function lastTimeIn({ at, entry, commits }: OutlinedEntry): string {
  const last = commits?.at(-1)?.committedAt ?? (entry === undefined ? undefined : lastRemarkIn(entry)) ?? at;
  return last.slice(0, 10) === at.slice(0, 10) ? last : '';
}

function lastRemarkIn(entry: TimelineEntry): string | undefined {
  const conversations =
    entry.kind === 'conversation' ? [entry] : entry.kind === 'review' ? entry.conversations : [];
  const times = conversations.flatMap(({ comments }) => comments.map(({ createdAt }) => createdAt ?? ''));
  return times.at(-1);
}

function partsByAnchor(entries: readonly OutlinedEntry[]): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    for (const anchor of anchorsIn(entry)) {
      if (!parts.has(anchor)) {
        parts.set(anchor, partOf(index));
      }
    }
  }
  return parts;
}
