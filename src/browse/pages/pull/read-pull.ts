import { isUnreadable } from '../../../git/ask-git.ts';
import type { Difference } from '../../../git/file-difference.ts';
import { Failure } from '../../../model/failure.ts';
import type { Conversation, Thread, TimelineEntry } from '../../../reading/thread.ts';
import { type PageRequest, type Redirect, requireRepo } from '../../page.ts';
import { threadPath } from '../../paths.ts';
import { ignoresWhitespace } from '../../show/code/difference-options.ts';
import type { Sources } from '../../sources.ts';
import { expandContext } from '../code/expand-context.ts';
import { type PullCounts, readThreadPage, type ThreadPage } from '../thread/read-thread-page.ts';
import { findEnds, type PullEnds } from './find-ends.ts';

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
  const changes = await sources.store.remember(`counts ${page.thread.url}`, () =>
    countChanges(sources, page),
  );
  const said = page.thread.timeline.reduce((sum, entry) => sum + remarksIn(entry), 0);
  return { ...page, counts: { conversation: said, ...changes } };
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

async function countChanges(sources: Sources, page: ThreadPage): Promise<Omit<PullCounts, 'conversation'>> {
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    return { commits: null, files: null, lines: null };
  }
  const [commits, size] = await Promise.all([countCommits(page, ends), measureDifference(ends)]);
  return { commits: commits ?? null, ...size };
}

/** Those that its page of commits lists; further ones take another run of git. */
async function countCommits(
  { pushed }: ThreadPage,
  { git, from, to }: PullEnds,
): Promise<number | undefined> {
  return pushed === null || pushed.isCut
    ? undefined
    : pushed.hasMore
      ? git.countCommits({ from: to, without: from })
      : pushed.commits.length;
}

/** The files and lines that differ; of a difference that is too long to read, the files alone. */
async function measureDifference({ git, from, to }: PullEnds): Promise<Pick<PullCounts, 'files' | 'lines'>> {
  try {
    const { files, cut } = await git.difference({ from, to });
    if (cut !== null) {
      return { files: (await git.countChangedFiles({ from, to })) ?? null, lines: null };
    }
    const added = files.reduce((sum, file) => sum + file.addedCount, 0);
    const removed = files.reduce((sum, file) => sum + file.removedCount, 0);
    return { files: files.length, lines: { added, removed } };
  } catch (error) {
    if (isUnreadable(error)) {
      return { files: null, lines: null };
    }
    throw error;
  }
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

export interface PullFiles {
  readonly page: ThreadPage;
  readonly difference: Difference | null;
  /** The ids of the commit that it began at, and of its newest one. */
  readonly from: string | null;
  readonly to: string | null;
  /** Why there is no diff; the page then shows the diff hunks of review comments. */
  readonly reason: string | null;
  readonly conversations: readonly Conversation[];
}

/** Reads the changes of a pull request as an address asks for them. */
export async function readPullFiles(
  sources: Sources,
  page: ThreadPage,
  query: URLSearchParams,
): Promise<PullFiles> {
  const conversations = conversationsOf(page.thread);
  const ends = await findEnds(sources, page);
  if (typeof ends === 'string') {
    return { page, difference: null, from: null, to: null, reason: ends, conversations };
  }
  const { git, from, to } = ends;
  try {
    const difference = await git.difference({ from, to, ignoresWhitespace: ignoresWhitespace(query) });
    const expanded = await expandContext(git, difference, query);
    return { page, difference: expanded, from, to, reason: null, conversations };
  } catch (error) {
    if (isUnreadable(error)) {
      return { page, difference: null, from, to, reason: `${error.message}.`, conversations };
    }
    throw error;
  }
}

function conversationsOf({ timeline }: Thread): readonly Conversation[] {
  return timeline.flatMap((entry) =>
    entry.kind === 'review' ? entry.conversations : entry.kind === 'conversation' ? [entry] : [],
  );
}
