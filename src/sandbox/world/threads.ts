/** Reactions by the emoji names that archives use; the API says `laugh`, `hooray` and `confused` for three of them. */
export const REACTION_NAMES = [
  '+1',
  '-1',
  'heart',
  'smile',
  'tada',
  'thinking_face',
  'rocket',
  'eyes',
] as const;

/** One person's reaction to something that was said. */
export interface Reaction {
  /** May be somebody whom nothing else in the world mentions. */
  readonly login: string;
  readonly content: (typeof REACTION_NAMES)[number];
  /** With milliseconds, unlike all other timestamps. */
  readonly createdAt: string;
}

/** Review states by the numbers that archives use. */
export const REVIEW_STATES = { commented: 1, changesRequested: 30, approved: 40 } as const;

/** One person's verdict on a pull request. */
export interface Review {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  /** The commit that was looked at. */
  readonly headSha: string;
  readonly state: (typeof REVIEW_STATES)[keyof typeof REVIEW_STATES];
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
  readonly submittedAt: string;
}

/** Where in a diff somebody commented. Lines and positions count from 1. */
export interface DiffPlace {
  /** The diff from its `@@` line to the line commented on, without a final newline. */
  readonly diffHunk: string;
  readonly path: string;
  /** Lines below the first `@@` of the file; null once the line is gone from the diff. */
  readonly position: number | null;
  readonly originalPosition: number;
  readonly side: 'left' | 'right';
  /** Null once the line is gone from the diff. */
  readonly line: number | null;
  readonly originalLine: number;
  /** Null unless the comment spans lines. */
  readonly startLine: number | null;
  readonly originalStartLine: number | null;
  readonly commitId: string;
  readonly originalCommitId: string;
}

/** A conversation at one place of a diff. */
export interface ReviewThread {
  readonly id: number;
  /** The review that opened it. */
  readonly reviewId: number;
  readonly place: DiffPlace;
  readonly comments: readonly ReviewComment[];
  readonly createdAt: string;
  readonly resolvedAt: string | null;
  readonly resolver: string | null;
}

/** A comment in such a conversation. */
export interface ReviewComment {
  readonly id: number;
  readonly reviewId: number;
  readonly author: string;
  readonly body: string;
  /** Id of the comment that it answers. */
  readonly inReplyTo: number | null;
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
}

/** What an event says apart from who and when; the names are those of the service. */
export type EventDetail =
  | { readonly event: PlainEventName }
  | { readonly event: 'labeled' | 'unlabeled'; readonly label: string }
  | { readonly event: 'milestoned' | 'demilestoned'; readonly milestoneTitle: string }
  /** For `base_ref_changed` the two are branch names. */
  | { readonly event: 'renamed' | 'base_ref_changed'; readonly was: string; readonly is: string }
  | {
      readonly event:
        | 'assigned'
        | 'unassigned'
        | 'review_requested'
        | 'review_request_removed'
        | 'comment_deleted';
      readonly subjectLogin: string;
    }
  /** `owner/name` of the repository that the issue came from. */
  | { readonly event: 'transferred'; readonly fromRepository: string }
  /** Number of the issue or pull request at the other end. */
  | { readonly event: 'connected' | 'disconnected'; readonly subjectNumber: number }
  | {
      readonly event: 'referenced';
      readonly commitId: string;
      readonly commitRepository: string;
    }
  | { readonly event: 'merged'; readonly commitId: string }
  | {
      readonly event: 'head_ref_force_pushed' | 'base_ref_force_pushed';
      readonly ref: string;
      readonly beforeCommit: string;
      readonly afterCommit: string;
      readonly commitRepository: string;
    };

/** Events that say nothing more. */
type PlainEventName =
  | 'closed'
  | 'reopened'
  | 'locked'
  | 'unlocked'
  | 'pinned'
  | 'unpinned'
  | 'mentioned'
  | 'subscribed'
  | 'unsubscribed'
  | 'head_ref_deleted'
  | 'head_ref_restored'
  | 'ready_for_review'
  | 'convert_to_draft';

/** One thing that happened to an issue or pull request. */
export type ThreadEvent = EventDetail & {
  readonly id: number;
  /** Null where the account was deleted. */
  readonly actor: string | null;
  readonly createdAt: string;
};

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
    /** Login of the owner of the head repository. */
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
interface ClosingReference {
  /** `owner/name`; not always the pull request's own. */
  readonly repository: string;
  readonly number: number;
  readonly actor: string;
  readonly createdAt: string;
}

/** An issue or pull request, and which of them it is. */
export type ThreadOf =
  | { readonly kind: 'issue'; readonly thread: Issue }
  | { readonly kind: 'pull_request'; readonly thread: PullRequest };

/** All issues and pull requests of a repository, issues first. */
export function threadsOf(content: {
  readonly issues: readonly Issue[];
  readonly pullRequests: readonly PullRequest[];
}): readonly ThreadOf[] {
  return [
    ...content.issues.map((thread) => ({ kind: 'issue', thread }) as const),
    ...content.pullRequests.map((thread) => ({ kind: 'pull_request', thread }) as const),
  ];
}
