import { isUnreadable } from '../../../git/ask-git.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Thread, TimelineEntry } from '../../../reading/thread.ts';
import { coloursOf } from '../../show/badges.ts';
import type { Sources } from '../../sources.ts';
import { commitsOfEvents, keptCommits } from '../code/kept-commits.ts';
import { type FoundCommits, readCommitsOf } from '../pull/read-commits.ts';
import { outlineThread, type ThreadOutline } from './outline-thread.ts';

/** A thread with its edits and vanished parts. */
export interface ThreadPage {
  readonly thread: Thread;
  readonly repo: string;
  readonly edits: ReturnType<Browsing['edits']>;
  readonly vanished: ReturnType<Browsing['vanishedBelow']>;
  /** Everyone who wrote in it, also what was deleted since. */
  readonly participants: readonly string[];
  /** Whether snapshots have it in several versions. */
  readonly hasChanges: boolean;
  readonly roles: ReturnType<Browsing['roles']>;
  /** The counts on the tabs of a pull request. */
  readonly counts?: PullCounts;
  /** Ids of commits that its events refer to and that the kept repository contains. */
  readonly commits: readonly string[];
  /** The commits of a pull request; null for issues. */
  readonly pushed: FoundCommits | null;
  /** Its branches that the kept repository still has. */
  readonly branches: readonly string[];
  /** The colours of the labels that its events name. */
  readonly labelColours: Readonly<Record<string, string | null>>;
  /** What its pages show in which order; made when one is shown. Data formats do not have it. */
  readonly outline: () => ThreadOutline;
}

export interface PullCounts {
  /** Comments and reviews with a text. */
  readonly conversation: number;
  /** Null without git data. */
  readonly commits: number | null;
  readonly files: number | null;
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

/** Reads a thread page, once for all parts of a thread that is kept. Fails with `absent` if there is no such thread. */
export async function readThreadPage(
  sources: Sources,
  place: { readonly repo: string; readonly number: number; readonly kind: Thread['kind'] },
): Promise<ThreadPage> {
  const thread = sources.store.thread({ ...place, anchor: undefined });
  return await sources.store.rememberWith(thread, () => completeThread(sources, place.repo, thread));
}

async function completeThread(sources: Sources, repo: string, thread: Thread): Promise<ThreadPage> {
  const { store } = sources;
  const edits = store.edits(thread.url);
  const vanished = store.vanishedBelow(thread.url);
  const participants = participantsOf(thread, vanished);
  const pushed = thread.kind === 'issue' ? null : await readCommitsOf(sources, { thread, repo });
  let outline: ThreadOutline | undefined;
  return {
    thread,
    repo,
    edits,
    hasChanges: edits.length + vanished.length > 0 || store.history(thread.url).length > 1,
    vanished,
    participants,
    roles: store.roles(repo, participants),
    commits: await keptCommits(
      sources,
      repo,
      commitsOfEvents(thread.timeline.filter((entry) => entry.kind === 'event')),
    ),
    pushed,
    branches: await findBranches(sources, repo, thread),
    labelColours: coloursOf(store.labels(repo), thread.timeline.map(labelOf)),
    outline() {
      outline ??= outlineThread(thread, { vanished, commits: pushed?.commits ?? [] });
      return outline;
    },
  };
}

async function findBranches(
  { store, git }: Sources,
  repo: string,
  { pullRequest }: Thread,
): Promise<readonly string[]> {
  const place = pullRequest === undefined ? undefined : store.gitPlace(repo, false);
  if (place === undefined) {
    return [];
  }
  try {
    const { branches } = await git.open(place.folder).refs();
    const named = [pullRequest?.baseRef, pullRequest?.headRef];
    return named.flatMap((name) => (typeof name === 'string' && branches.has(name) ? [name] : []));
  } catch (error) {
    if (isUnreadable(error)) {
      return [];
    }
    throw error;
  }
}

function labelOf(entry: TimelineEntry): string | null {
  return entry.kind === 'event' ? entry.label_name : null;
}

function participantsOf({ author, timeline }: Thread, vanished: ThreadPage['vanished']): readonly string[] {
  const logins = [author, ...timeline.flatMap(authorsOf), ...vanished.map((remark) => remark.author)];
  return [...new Set(logins)].filter((login) => login !== null);
}

function authorsOf(entry: TimelineEntry): readonly (string | null)[] {
  switch (entry.kind) {
    case 'event':
      return [];
    case 'comment':
      return [entry.author];
    case 'review':
      return [entry.author, ...entry.conversations.flatMap(authorsOf)];
    case 'conversation':
      return entry.comments.map((comment) => comment.author);
  }
}
