import { SECOND_MS } from './timestamps.ts';

/** Kinds of things that have numeric ids of their own. */
export type IdSpace = 'account' | 'comment' | 'event' | 'file' | 'repository' | 'review' | 'upload';

/** Gives out numeric ids that are unique within their space. */
export type IdSource = (space: IdSpace, timeMs: number) => number;

/** Ids grow with time, as those of the service do; they begin at this moment. */
const FIRST_ID_MS = Date.UTC(2009, 0, 1);
const IDS_PER_SECOND = 3;

/** Creates a source whose ids grow with the time of what they name. */
export function createIdSource(): IdSource {
  const taken = new Map<IdSpace, Set<number>>();
  return (space, timeMs) => {
    const ids = taken.get(space) ?? new Set();
    taken.set(space, ids);
    let id = Math.max(1, Math.floor(((timeMs - FIRST_ID_MS) / SECOND_MS) * IDS_PER_SECOND));
    while (ids.has(id)) {
      id += 1;
    }
    ids.add(id);
    return id;
  };
}
