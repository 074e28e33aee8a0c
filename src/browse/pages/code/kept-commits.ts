import { isUnreadable } from '../../../git/ask-git.ts';
import type { EventRow } from '../../../reading/thread.ts';
import type { Sources } from '../../sources.ts';

/** The commits that events refer to. */
export function commitsOfEvents(events: readonly EventRow[]): readonly string[] {
  return events
    .flatMap((event) => [event.commit_id, event.before_commit_oid, event.after_commit_oid])
    .filter((id) => id !== null);
}

/** Those of some commits that the kept repository contains. */
export async function keptCommits(
  { store, git }: Pick<Sources, 'store' | 'git'>,
  repo: string,
  asked: readonly string[],
): Promise<readonly string[]> {
  const place = store.gitPlace(repo, false);
  const ids = [...new Set(asked)];
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
