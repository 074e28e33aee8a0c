import type { Reaction } from './reactions.ts';
import type { Review, ReviewThread } from './reviews.ts';
import type { ThreadEvent } from './thread-events.ts';

/** A comment under an issue or pull request. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  /** `email` where somebody answered a notification by mail. */
  readonly formatter: 'markdown' | 'email';
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
}

/** What issues and pull requests have in common; they share one space of numbers. */
interface Thread {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  /** Logins; the first one is the thread's `assignee`. */
  readonly assignees: readonly string[];
  /** Number of a milestone of the repository. */
  readonly milestone: number | null;
  /** Names of labels of the repository. */
  readonly labels: readonly string[];
  readonly reactions: readonly Reaction[];
  readonly comments: readonly Comment[];
  readonly events: readonly ThreadEvent[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

/** An issue; it is open until it has a `closedAt`. */
export interface Issue extends Thread {
  readonly author: string;
}

/** A pull request: a thread with commits, and what reviewers made of them. */
export interface PullRequest extends Thread {
  /** Null where the account was deleted. */
  readonly author: string | null;
  readonly base: { readonly ref: string; readonly sha: string };
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    /** Login of whoever owns the head repository. */
    readonly owner: string;
    /** `owner/name`, often of a fork outside the world; null where the fork is gone. */
    readonly repository: string | null;
  };
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
  /** Set on open pull requests as well: their test merge. */
  readonly mergeCommitSha: string;
  readonly closes: readonly ClosingReference[];
  readonly reviews: readonly Review[];
  readonly reviewThreads: readonly ReviewThread[];
}

/** An issue that a pull request closes when it is merged. */
export interface ClosingReference {
  /** `owner/name`; not always the pull request's own. */
  readonly repository: string;
  readonly number: number;
  readonly actor: string;
  readonly createdAt: string;
}
