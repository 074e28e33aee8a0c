/** The names of reactions in archives; the API names three of them `laugh`, `hooray` and `confused`. */
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

export interface Reaction {
  /** May be a person who is not in the world. */
  readonly login: string;
  readonly content: (typeof REACTION_NAMES)[number];
  /** Includes milliseconds, unlike all other timestamps. */
  readonly createdAt: string;
}

/** The review states of the API, with their numbers in archives. */
export const REVIEW_STATES = { commented: 1, changes_requested: 30, approved: 40 } as const;

export interface Review extends Comment {
  /** The reviewed commit. */
  readonly headSha: string;
  readonly state: keyof typeof REVIEW_STATES;
  readonly submittedAt: string;
}

/** The place of a comment in a diff. Lines and positions count from 1. */
export interface DiffPlace {
  /** The diff from its `@@` line to the commented line, without a final newline. */
  readonly diffHunk: string;
  readonly path: string;
  /** The number of lines after the first `@@` of the file; null if the diff no longer contains the line. */
  readonly position: number | null;
  readonly originalPosition: number;
  readonly side: 'left' | 'right';
  /** Null if the diff no longer contains the line. */
  readonly line: number | null;
  readonly originalLine: number;
  /** Null for a comment on one line. */
  readonly startLine: number | null;
  readonly originalStartLine: number | null;
  readonly commitId: string;
  readonly originalCommitId: string;
}

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

export interface ReviewComment extends Comment {
  readonly reviewId: number;
  /** Id of a comment. */
  readonly inReplyTo: number | null;
}

/** The specific fields of an event; the names are those of the service. */
export type EventDetail =
  | { readonly event: PlainEventName }
  | { readonly event: 'labeled'; readonly label: string }
  | { readonly event: 'milestoned'; readonly milestoneTitle: string }
  | { readonly event: 'assigned' | 'comment_deleted' | 'review_requested'; readonly subjectLogin: string }
  /** Number of the connected issue or pull request. */
  | { readonly event: 'connected'; readonly subjectNumber: number }
  | {
      readonly event: 'referenced';
      readonly commitId: string;
      readonly commitRepository: string;
    }
  | { readonly event: 'merged'; readonly commitId: string }
  | {
      readonly event: 'head_ref_force_pushed';
      readonly ref: string;
      readonly beforeCommitOid: string;
      readonly afterCommitOid: string;
      readonly commitRepository: string;
    };

/** Events without specific fields. */
type PlainEventName =
  | 'closed'
  | 'reopened'
  | 'mentioned'
  | 'subscribed'
  | 'head_ref_deleted'
  | 'ready_for_review'
  | 'convert_to_draft';

/** An event of an issue or pull request. */
export type ThreadEvent = EventDetail & {
  readonly id: number;
  /** Null for a deleted account. */
  readonly actor: string | null;
  readonly createdAt: string;
};

/** A comment on an issue or pull request. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly reactions: readonly Reaction[];
  readonly createdAt: string;
}

/** The common fields of issues and pull requests, which share one sequence of numbers. */
interface Thread {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  /** Logins; the first one is the `assignee`. */
  readonly assignees: readonly string[];
  /** Number of a milestone. */
  readonly milestone: number | null;
  readonly labels: readonly string[];
  readonly reactions: readonly Reaction[];
  readonly comments: readonly Comment[];
  readonly events: readonly ThreadEvent[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

export interface Issue extends Thread {
  readonly author: string;
}

export interface PullRequest extends Thread {
  /** Null for a deleted account. */
  readonly author: string | null;
  readonly base: { readonly ref: string; readonly sha: string };
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    /** Login of the owner of the head repository. */
    readonly owner: string;
    /** `owner/name`, often of a fork outside the world; null if the fork was deleted. */
    readonly repository: string | null;
  };
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
  /** The test merge of an open pull request. */
  readonly mergeCommitSha: string;
  readonly closes: readonly ClosingReference[];
  readonly reviews: readonly Review[];
  readonly reviewThreads: readonly ReviewThread[];
}

/** An issue that is closed when the pull request is merged. */
interface ClosingReference {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly actor: string;
  readonly createdAt: string;
}

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
