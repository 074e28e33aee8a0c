import { isUnreadable } from '../../../git/ask-git.ts';
import type { Sources } from '../../sources.ts';
import { readCommits, type ShownCommit } from '../code/code-place.ts';
import { findEnds, type PullEnds, type PullPlace } from './find-ends.ts';

/** The commits of a pull request, oldest first. */
export interface FoundCommits {
  readonly commits: readonly ShownCommit[];
  /** Why there are none. */
  readonly reason: string | null;
  readonly hasMore: boolean;
  /** Whether git was stopped before it had listed all. */
  readonly isCut: boolean;
}

export const NO_COMMITS: FoundCommits = { commits: [], reason: null, hasMore: false, isCut: false };

const MAX_COMMITS = 250;

export async function readCommitsOf(sources: Sources, place: PullPlace): Promise<FoundCommits> {
  const ends = await findEnds(sources, place);
  if (typeof ends === 'string') {
    return { ...NO_COMMITS, reason: ends };
  }
  try {
    const { ids, hasMore, cut } = await ends.git.log(commitsOf(ends));
    const commits = (await readCommits(ends.git, ids, sources.links)).toReversed();
    return { commits, reason: null, hasMore, isCut: cut !== null };
  } catch (error) {
    if (isUnreadable(error)) {
      return { ...NO_COMMITS, reason: `${error.message}.`, isCut: true };
    }
    throw error;
  }
}

function commitsOf({ from, to }: Pick<PullEnds, 'from' | 'to'>) {
  return { from: to, without: from, skip: 0, limit: MAX_COMMITS };
}
