import { createIdSource, type IdSource, type IdSpace } from '../id-source.ts';
import type { World } from '../world.ts';

/** Creates a source of ids for what is younger than a world: each is greater than all of its space before. */
export function createGrowingIds(latest: Readonly<Partial<Record<IdSpace, number>>>): IdSource {
  const byTime = createIdSource();
  const last = new Map<IdSpace, number>(Object.entries(latest) as [IdSpace, number][]); // Its keys are spaces.
  return (space, timeMs) => {
    const id = Math.max(byTime(space, timeMs), (last.get(space) ?? 0) + 1);
    last.set(space, id);
    return id;
  };
}

/** The greatest ids of a world, by space. */
export function latestIds({ contents }: World): Readonly<Partial<Record<IdSpace, number>>> {
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
