import { isUnreadable } from '../../../git/ask-git.ts';
import type { Difference } from '../../../git/file-difference.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import { Failure } from '../../../model/failure.ts';
import type { Conversation, PullRequestFacts, Thread, TimelineEntry } from '../../../reading/thread.ts';
import { type PageRequest, type Redirect, requireRepo } from '../../page.ts';
import { threadPath } from '../../paths.ts';
import type { Sources } from '../../sources.ts';
import { readCommits, type ShownCommit } from '../code/code-place.ts';
import { readThreadPage, type ThreadPage } from '../thread/read-thread-page.ts';

/** The base and head commits of a pull request in the kept repository. */
export interface PullEnds {
  readonly git: GitRepository;
  /** The merge base. */
  readonly from: string;
  readonly to: string;
}

/** Reads a pull request page, or redirects to the page of another record with this number. */
export async function readPullThread(
  sources: Sources,
  { params }: PageRequest,
): Promise<ThreadPage | Redirect> {
  const { store } = sources;
  const repo = requireRepo(store, params);
  const number = Number(params['number']);
  const kind = store.kindOf(repo, number, 'pull_request');
  return kind !== undefined && kind !== 'pull_request'
    ? { redirectTo: threadPath({ repo, number, kind }) }
    : withCounts(sources, await readThreadPage(sources, { repo, number, kind: 'pull_request' }));
}

/** Adds the counts that the tabs of a pull request show; those of git are cached until the store changes. */
export async function withCounts(sources: Sources, page: ThreadPage): Promise<ThreadPage> {
  const { commits, files } = await sources.store.remember(`counts ${page.thread.url}`, () =>
    countChanges(sources, page),
  );
  const said = page.thread.timeline.reduce((sum, entry) => sum + remarksIn(entry), 0);
  return { ...page, counts: { conversation: said, commits, files } };
}

function remarksIn(entry: TimelineEntry): number {
  switch (entry.kind) {
    case 'event':
      return 0;
    case 'comment':
      return 1;
    case 'conversation':
      return entry.comments.length;
    case 'review': {
      const own = entry.body.trim() === '' ? 0 : 1;
      return entry.conversations.reduce((sum, { comments }) => sum + comments.length, own);
    }
  }
}

async function countChanges(
  sources: Sources,
  page: ThreadPage,
): Promise<{ readonly commits: number | null; readonly files: number | null }> {
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    return { commits: null, files: null };
  }
  const [commits, files] = await Promise.all([countCommits(ends), countFiles(sources, ends)]);
  return { commits: commits ?? null, files: files ?? null };
}

/** Counts those that its page of commits lists, for which git runs once for both; further ones take another run. */
async function countCommits({ git, from, to }: PullEnds): Promise<number | undefined> {
  const log = await git.log(commitsOf({ from, to })).catch((error: unknown) => {
    if (isUnreadable(error)) {
      return undefined;
    }
    throw error;
  });
  return log?.cut !== null
    ? undefined
    : log.hasMore
      ? git.countCommits({ from: to, without: from })
      : log.ids.length;
}

function commitsOf({ from, to }: Pick<PullEnds, 'from' | 'to'>) {
  return { from: to, without: from, skip: 0, limit: MAX_COMMITS };
}

/** A site shows the difference too, so that git runs once for both. */
async function countFiles({ isSite }: Sources, { git, from, to }: PullEnds): Promise<number | undefined> {
  try {
    const shown = isSite ? await git.difference({ from, to }) : undefined;
    return shown?.cut === null ? shown.files.length : await git.countChangedFiles({ from, to });
  } catch (error) {
    if (isUnreadable(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Finds the commits of a pull request, or returns a sentence that explains why they are missing. */
export async function findEnds(sources: Sources, { thread, repo }: ThreadPage): Promise<PullEnds | string> {
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

/** Like `findEnds`, but fails with `absent` if the commits are missing. */
export async function requireEnds(sources: Sources, page: ThreadPage): Promise<PullEnds> {
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    throw new Failure(
      'absent',
      `Cannot send the changes of ${page.repo}#${page.thread.number}: ${ends.replace(/\.$/, '')}`,
    );
  }
  return ends;
}

/** The commits of a pull request, oldest first. */
export interface PullCommits {
  readonly page: ThreadPage;
  readonly commits: readonly ShownCommit[];
  /** Why there are none. */
  readonly reason: string | null;
  readonly hasMore: boolean;
}

const MAX_COMMITS = 250;

export async function readPullCommits(sources: Sources, page: ThreadPage): Promise<PullCommits> {
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    return { page, commits: [], reason: ends, hasMore: false };
  }
  const { git, from, to } = ends;
  const { ids, hasMore } = await git.log(commitsOf({ from, to }));
  return { page, commits: (await readCommits(git, ids)).toReversed(), reason: null, hasMore };
}

export interface PullFiles {
  readonly page: ThreadPage;
  readonly difference: Difference | null;
  /** The id of its newest commit. */
  readonly to: string | null;
  /** Why there is no diff; the page then shows the diff hunks of review comments. */
  readonly reason: string | null;
  readonly conversations: readonly Conversation[];
}

/** Reads the changes of a pull request; with `ignoresWhitespace`, without changes of whitespace. */
export async function readPullFiles(
  sources: Sources,
  page: ThreadPage,
  ignoresWhitespace: boolean,
): Promise<PullFiles> {
  const conversations = conversationsOf(page.thread);
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    return { page, difference: null, to: null, reason: ends, conversations };
  }
  const { git, from, to } = ends;
  try {
    const difference = await git.difference({ from, to, ignoresWhitespace });
    return { page, difference, to, reason: null, conversations };
  } catch (error) {
    if (isUnreadable(error)) {
      return { page, difference: null, to, reason: `${error.message}.`, conversations };
    }
    throw error;
  }
}

function conversationsOf({ timeline }: Thread): readonly Conversation[] {
  return timeline.flatMap((entry) =>
    entry.kind === 'review' ? entry.conversations : entry.kind === 'conversation' ? [entry] : [],
  );
}
