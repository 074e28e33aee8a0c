import type { Open } from '../base/json.ts';

/** An issue or a pull request with everything that belongs to it. */
export interface Thread {
  readonly kind: 'issue' | 'pull_request';
  readonly id: number;
  /** `owner/name`; null if the record does not contain it. */
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  readonly state: Open<'open' | 'closed' | 'merged'>;
  /** Login; null for a deleted account. All times are in UTC. */
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly closedAt: string | null;
  readonly labels: readonly Label[];
  readonly assignees: readonly string[];
  readonly milestone: string | null;
  /** Urls of the pull requests that closed this issue when they were merged, or will; not of those that were rejected. */
  readonly closedBy: readonly string[];
  /** Properties that only pull requests have. */
  readonly pullRequest: PullRequestFacts | undefined;
  readonly url: string;
  /** Markdown source. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
  /** Everything that happened after it was opened, oldest first. */
  readonly timeline: readonly TimelineEntry[];
}

/** What only pull requests have. */
export interface PullRequestFacts {
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
  readonly headRef: string | null;
  readonly headSha: string | null;
  /** Null unless it was merged: records also contain the commits of the service's test merges. */
  readonly mergeCommitSha: string | null;
  /** Requested reviewers: logins, and urls of teams. */
  readonly reviewers: readonly string[];
  /** Urls of the issues that it closes when it is merged. */
  readonly closes: readonly string[];
}

/** A label of an issue or a pull request. */
export interface Label {
  readonly name: string;
  /** Six hexadecimal digits; null if the repository no longer has the label. */
  readonly color: string | null;
}

/** One kind of reaction with everyone who gave it. */
export interface Reaction {
  /** Its name in the archive. */
  readonly content: string;
  /** Null for unknown names. */
  readonly emoji: string | null;
  /** Logins, in the order of the record; null for deleted accounts. */
  readonly authors: readonly (string | null)[];
}

/** A comment of any kind. */
export interface Remark {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  /** Markdown source. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
}

/** A comment on lines of a change. */
export interface CodeRemark extends Remark {
  /** The review that it belongs to; null if it was sent separately. */
  readonly reviewUrl: string | null;
}

/** A comment on an issue or a pull request. */
export interface Comment extends Remark {
  readonly kind: 'comment';
  /** Set if its body is plain text: it was sent by mail. */
  readonly isMail?: true | undefined;
}

/** A review of a pull request, with its conversations. */
export interface Review extends Remark {
  readonly kind: 'review';
  readonly state: Open<'approved' | 'changes_requested' | 'commented'> | null;
  readonly headSha: string | null;
  readonly conversations: readonly Conversation[];
}

/** Comments on one place in the code, oldest first. */
export interface Conversation {
  readonly kind: 'conversation';
  readonly id: number;
  readonly url: string;
  /** The author and time of the first comment. */
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly path: string | null;
  /** The last line that is discussed; for outdated code, its number when the conversation began. */
  readonly line: number | null;
  /** The first line, where there are several. */
  readonly startLine: number | null;
  /** Whether the code has changed since then. */
  readonly isOutdated: boolean;
  /** Null unless it was resolved. */
  readonly resolvedAt: string | null;
  readonly resolver: string | null;
  /** The diff around the line. */
  readonly diffHunk: string | null;
  readonly comments: readonly CodeRemark[];
}

/** An event of the thread, with its row of `issue_events`. */
export interface ThreadEvent extends EventRow {
  readonly kind: 'event';
  readonly id: number;
  readonly url: string;
  readonly createdAt: string | null;
}

/** The columns of `issue_events` that sentences use. */
export interface EventRow {
  readonly event: string | null;
  readonly actor: string | null;
  readonly label_name: string | null;
  readonly milestone_title: string | null;
  readonly title_was: string | null;
  readonly title_is: string | null;
  readonly subject_url: string | null;
  readonly commit_id: string | null;
  readonly ref: string | null;
  readonly before_commit_oid: string | null;
  readonly after_commit_oid: string | null;
}

/** What happened in a thread. */
export type TimelineEntry = Comment | Review | Conversation | ThreadEvent;
