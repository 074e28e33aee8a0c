import { isUnreadable } from '../../../git/ask-git.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { PullRequestFacts, Thread } from '../../../reading/thread.ts';
import type { Sources } from '../../sources.ts';

/** The base and head commits of a pull request in the kept repository. */
export interface PullEnds {
  readonly git: GitRepository;
  /** The merge base. */
  readonly from: string;
  readonly to: string;
}

/** A pull request as its pages have it. */
export interface PullPlace {
  readonly thread: Thread;
  readonly repo: string;
}

/** Finds the commits of a pull request, or returns a sentence that explains why they are missing. */
export async function findEnds(sources: Sources, { thread, repo }: PullPlace): Promise<PullEnds | string> {
  const { pullRequest, number } = thread;
  const place = sources.store.gitPlace(repo, false);
  if (place === undefined) {
    return 'This archive was made without git data, or was loaded without it.';
  }
  try {
    const git = sources.git.open(place.folder);
    const to = await findHead(git, number, pullRequest);
    const base = pullRequest?.baseSha === null ? undefined : await git.find(pullRequest?.baseSha ?? '');
    const from = to === undefined || base === undefined ? undefined : await git.mergeBase(base, to);
    return to === undefined || from === undefined
      ? 'The commits of this pull request are not in the git data of the archive.'
      : { git, from, to };
  } catch (error) {
    if (isUnreadable(error)) {
      return `${error.message}.`;
    }
    throw error;
  }
}

async function findHead(
  git: GitRepository,
  number: number | null,
  facts: PullRequestFacts | undefined,
): Promise<string | undefined> {
  const bySha = facts?.headSha === null || facts === undefined ? undefined : await git.find(facts.headSha);
  return bySha ?? (number === null ? undefined : findRef(git, number));
}

/** Refs of the heads of pull requests at the service, at GitLab and at Bitbucket (archive format 1.4). */
const HEAD_REFS: readonly ((number: number) => string)[] = [
  (number) => `refs/pull/${number}/head`,
  (number) => `refs/merge-requests/${number}/head`,
  (number) => `refs/pull-requests/${number}/from`,
];

async function findRef(git: GitRepository, number: number): Promise<string | undefined> {
  for (const refOf of HEAD_REFS) {
    const found = await git.find(refOf(number));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
