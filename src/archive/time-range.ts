import { utcSeconds } from '../base/index.ts';
/** The earliest and latest of many timestamps, in UTC to the second. */
export interface TimeRange {
  /** Takes a timestamp in any of the shapes that archives have; anything else is passed over. */
  add(timestamp: unknown): void;
  range(): { readonly from: string; readonly to: string } | undefined;
}

/** The usual shape, `2020-01-31T12:00:00Z`, whose order is the order of text. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export function createTimeRange(): TimeRange {
  let from: string | undefined;
  let to: string | undefined;
  return {
    add(timestamp) {
      const plain = typeof timestamp === 'string' ? plainOf(timestamp) : undefined;
      if (plain !== undefined) {
        from = from === undefined || plain < from ? plain : from;
        to = to === undefined || plain > to ? plain : to;
      }
    },
    range: () => (from === undefined || to === undefined ? undefined : { from, to }),
  };
}

function plainOf(timestamp: string): string | undefined {
  if (PLAIN.test(timestamp)) {
    return timestamp;
  }
  const timeMs = Date.parse(timestamp);
  return Number.isNaN(timeMs) ? undefined : utcSeconds(timeMs);
}
