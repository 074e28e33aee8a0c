/** Threads with at most this many entries are shown as a whole. */
const MAX_WHOLE = 120;

/** The number of entries in a part of a long thread. */
const PART_ENTRIES = 100;

/** The number of entries at the beginning and at the end of a long thread that its first page shows. */
const FIRST_ENTRIES = 30;
const LAST_ENTRIES = 50;

/**
 * With more comments, the first page has no anchors of those that it does not show: links name them as `?comment=`. No
 * page leads to all of them on one.
 */
export const MAX_ANCHORED_COMMENTS = 2_000;

/** A range of entries: from `start` up to, but not including, `end`. */
export interface EntryRange {
  readonly start: number;
  readonly end: number;
}

/** What a page of a long thread shows. Entries outside of the ranges are shown by other parts. */
export interface ThreadParts {
  readonly shown: readonly EntryRange[];
  /** The number of the shown part; undefined on the first page, and where all is shown. */
  readonly part: number | undefined;
  readonly partCount: number;
}

/**
 * Chooses what of `count` entries a page shows. `wanted` is `all`, the number of a part, or undefined for the first page,
 * which shows the beginning and the end of a long thread.
 */
export function planParts(count: number, wanted: string | undefined): ThreadParts {
  const partCount = count <= MAX_WHOLE ? 1 : Math.ceil(count / PART_ENTRIES);
  const all = { start: 0, end: count };
  if (partCount === 1 || wanted === 'all') {
    return { shown: [all], part: undefined, partCount };
  }
  const part = /^[1-9]\d{0,5}$/.test(wanted ?? '') ? Math.min(Number(wanted), partCount) : undefined;
  return part === undefined
    ? {
        shown: [
          { start: 0, end: FIRST_ENTRIES },
          { start: count - LAST_ENTRIES, end: count },
        ],
        part,
        partCount,
      }
    : { shown: [rangeOfPart(part, count)], part, partCount };
}

/** The entries of a part; parts count from 1. */
export function rangeOfPart(part: number, count: number): EntryRange {
  return { start: (part - 1) * PART_ENTRIES, end: Math.min(part * PART_ENTRIES, count) };
}

/** The part that contains an entry. */
export function partOf(index: number): number {
  return Math.floor(index / PART_ENTRIES) + 1;
}
