import { type Random, shuffle } from '../../base/random.ts';
import { MINUTE_MS, SECOND_MS } from './timestamps.ts';
import type { World } from './world.ts';

/** In longer lists, a few items are picked one by one. The worlds of tests and samples have fewer people, and stay as they were. */
const MAX_SHUFFLED = 400;

export function isMany(items: readonly unknown[]): boolean {
  return items.length > MAX_SHUFFLED;
}

/** Up to `count` different items. */
export function pickSome<Item>(items: readonly Item[], count: number, random: Random): readonly Item[] {
  if (!isMany(items) || items.length < 2 * count) {
    return shuffle(items, random).slice(0, count);
  }
  const picked = new Set<Item>();
  while (picked.size < count) {
    picked.add(random.pick(items));
  }
  return [...picked];
}

/** A count of 0 or more around `average`, and occasionally a much larger one. */
export function pickCount(average: number, random: Random): number {
  const count = Math.floor(-Math.log(1 - random.next()) * average);
  return Math.min(count, Math.ceil(average * 8));
}

/** A random key, where a greater weight is more likely. */
export function pickWeighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  random: Random,
): Name {
  const names = Object.keys(weights) as Name[]; // The record's type has exactly these keys.
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  let left = random.next() * total;
  for (const name of names) {
    left -= weights[name];
    if (left < 0) {
      return name;
    }
  }
  return random.pick(names);
}

/** A moment between two others, more likely near the first. */
export function pickEarlyMs(fromMs: number, toMs: number, random: Random): number {
  return fromMs + Math.floor(Math.max(0, toMs - fromMs) * random.next() ** 2);
}

export function pickCharacters(alphabet: string, length: number, random: Random): string {
  return Array.from({ length }, () => alphabet[random.integer(0, alphabet.length - 1)]).join('');
}

/** A version 4 UUID. */
export function pickGuid(random: Random): string {
  const digits = random.hex(32);
  const variant = random.pick(['8', '9', 'a', 'b']);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}

/** Ids are unique within a space. */
type IdSpace = 'account' | 'comment' | 'event' | 'file' | 'repository' | 'review' | 'upload';

/** Returns a new id for something created at a time. */
export type IdSource = (space: IdSpace, timeMs: number) => number;

/** Like those of the service, ids grow with time; they start at this moment. */
const FIRST_ID_MS = Date.UTC(2009, 0, 1);
const IDS_PER_SECOND = 3;

/** Of `step` sources that begin at 0, 1, 2 and so on, each gives other ids. */
interface IdShare {
  readonly first: number;
  readonly step: number;
}

const ALL_IDS: IdShare = { first: 0, step: 1 };

/** Creates a source whose ids grow with the given times. */
export function createIdSource({ first, step }: IdShare = ALL_IDS): IdSource {
  const taken = new Map<IdSpace, Set<number>>();
  return (space, timeMs) => {
    const ids = taken.get(space) ?? new Set();
    taken.set(space, ids);
    let id = idAt(timeMs) * step + first;
    while (ids.has(id)) {
      id += step;
    }
    ids.add(id);
    return id;
  };
}

function idAt(timeMs: number): number {
  return Math.max(1, Math.floor(((timeMs - FIRST_ID_MS) / SECOND_MS) * IDS_PER_SECOND));
}

/** Creates a source whose ids are greater than all previous ones of their space. */
export function createGrowingIds(
  latest: Readonly<Partial<Record<IdSpace, number>>>,
  share: IdShare = ALL_IDS,
): IdSource {
  const byTime = createIdSource(share);
  const last = new Map<IdSpace, number>(Object.entries(latest) as [IdSpace, number][]); // Its keys are spaces.
  return (space, timeMs) => {
    const id = Math.max(byTime(space, timeMs), (last.get(space) ?? 0) + 1);
    last.set(space, id);
    return id;
  };
}

/** Records of one moment take the ids of the moments after it, but of a minute at most. */
const BURST_MS = MINUTE_MS;

/** The ids of what happens in a world from now on. */
export function createLaterIds(world: World): IdSource {
  const { nowMs, idShares = 1 } = world;
  if (idShares === 1) {
    return createGrowingIds(latestIds(world));
  }
  // It is not worth making all repositories.
  const latest = idAt(nowMs + BURST_MS) * idShares;
  return createGrowingIds({ event: latest, comment: latest, review: latest }, { first: 0, step: idShares });
}

/** The greatest ids of a world, by space. */
function latestIds({ contents }: World): Readonly<Partial<Record<IdSpace, number>>> {
  const threads = contents.flatMap(({ issues, pullRequests }) => [...issues, ...pullRequests]);
  const pulls = contents.flatMap(({ pullRequests }) => pullRequests);
  const reviewThreads = pulls.flatMap((pull) => pull.reviewThreads);
  return {
    event: greatest(threads.flatMap((thread) => thread.events)),
    comment: greatest([
      ...threads.flatMap((thread) => thread.comments),
      ...reviewThreads.flatMap((thread) => thread.comments),
      ...contents.flatMap((content) => content.commitComments),
    ]),
    review: greatest([...pulls.flatMap((pull) => pull.reviews), ...reviewThreads]),
  };
}

function greatest(items: readonly { readonly id: number }[]): number {
  return items.reduce((most, { id }) => Math.max(most, id), 0);
}
