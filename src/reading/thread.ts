/** An issue or a pull request as people read it. */
export interface Thread {
  readonly kind: 'issue' | 'pull_request';
  readonly id: number;
  /** `owner/name`; null where the record tells none. */
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  /** open, closed or merged. */
  readonly state: string;
  /** Login; null for a deleted account. All times are in UTC. */
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly closedAt: string | null;
  readonly labels: readonly Label[];
  readonly assignees: readonly string[];
  /** Title of the milestone. */
  readonly milestone: string | null;
  /** Urls of the pull requests that close this issue when they are merged. */
  readonly closedBy: readonly string[];
  /** What only a pull request has. */
  readonly pullRequest: PullRequestFacts | undefined;
  readonly url: string;
  /** Markdown as it was written. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
  /** What happened after it was opened, in the order of time. */
  readonly timeline: readonly TimelineEntry[];
}

export interface PullRequestFacts {
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
  readonly baseRef: string | null;
  readonly baseSha: string | null;
  readonly headRef: string | null;
  readonly headSha: string | null;
  /** Null unless it was merged: the service also keeps commits of test merges. */
  readonly mergeCommitSha: string | null;
  /** Who was asked for a review: logins, and urls of teams. */
  readonly reviewers: readonly string[];
  /** Urls of the issues that it closes when it is merged. */
  readonly closes: readonly string[];
}

export interface Label {
  readonly name: string;
  /** Six hexadecimal digits; null where the repository no longer has the label. */
  readonly color: string | null;
}

/** One kind of reaction, with everybody who gave it. */
export interface Reaction {
  /** Its name as the archive writes it. */
  readonly content: string;
  /** Null where the name stands for none. */
  readonly emoji: string | null;
  /** Logins, in the order of the record; null for deleted accounts. */
  readonly authors: readonly (string | null)[];
}

/** A text that somebody wrote below another one. */
export interface Remark {
  readonly id: number;
  readonly url: string;
  readonly author: string | null;
  readonly createdAt: string | null;
  /** Markdown as it was written. */
  readonly body: string;
  readonly reactions: readonly Reaction[];
}

/** A remark on code. */
export interface CodeRemark extends Remark {
  /** The review that it was sent with; null where it was sent alone. */
  readonly reviewUrl: string | null;
}

export interface Comment extends Remark {
  readonly kind: 'comment';
}

export interface Review extends Remark {
  readonly kind: 'review';
  /** approved, changes_requested or commented. */
  readonly state: string | null;
  /** The commit that was reviewed. */
  readonly headSha: string | null;
  /** The conversations that it began. */
  readonly conversations: readonly Conversation[];
}

/** Remarks on one place of the code, the first one first. */
export interface Conversation {
  readonly kind: 'conversation';
  readonly id: number;
  readonly url: string;
  /** Who began it, and when. */
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly path: string | null;
  /** Last line that is discussed; where the code has changed since, as it was when the conversation began. */
  readonly line: number | null;
  /** Whether the code has changed since. */
  readonly isOutdated: boolean;
  /** Null unless it was resolved. */
  readonly resolvedAt: string | null;
  readonly resolver: string | null;
  /** The difference around the line. */
  readonly diffHunk: string | null;
  readonly comments: readonly CodeRemark[];
}

/** Something that was done to the thread, with the row of `issue_events` that tells it. */
export interface ThreadEvent extends EventRow {
  readonly kind: 'event';
  readonly id: number;
  readonly url: string;
  readonly createdAt: string | null;
}

/** One row of `issue_events`, as far as sentences need it. */
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

export type TimelineEntry = Comment | Review | Conversation | ThreadEvent;
