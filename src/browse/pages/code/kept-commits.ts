import { isUnreadable } from '../../../git/ask-git.ts';
import type { EventRow } from '../../../reading/thread.ts';
import type { Sources } from '../../sources.ts';

/** The ids of commits that events refer to and that the kept repository contains. */
export async function keptCommits(
  { store, git }: Pick<Sources, 'store' | 'git'>,
  repo: string,
  events: readonly EventRow[],
): Promise<readonly string[]> {
  const place = store.gitPlace(repo, false);
  const named = events.flatMap((event) => [event.commit_id, event.before_commit_oid, event.after_commit_oid]);
  const ids = [...new Set(named)].filter((id) => id !== null);
  if (place === undefined || ids.length === 0) {
    return [];
  }
  try {
    const repository = git.open(place.folder);
    const found = await Promise.all(ids.map((id) => repository.find(id)));
    return ids.filter((_, index) => found[index] !== undefined);
  } catch (error) {
    if (isUnreadable(error)) {
      return []; // The code pages show what is wrong with the repository.
    }
    throw error;
  }
}
